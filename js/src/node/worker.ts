// The worker of Node.
import { parentPort } from "node:worker_threads";
import type { ToWorker } from "../engine/protocol.js";
import { Service } from "../engine/service.js";
import { nodeHost, type NodeGrant } from "./host.js";

const service = new Service((grant, watch) => nodeHost(grant as NodeGrant, watch), (m, transfer) => parentPort!.postMessage(m, transfer));
parentPort!.on("message", (m: ToWorker) => service.receive(m));
