// Written by the build from hostfns/places/places.json.
import type { PlacesTable } from "../places.js";

/** Where each agent keeps its sessions. */
export declare const table: PlacesTable;
