// The worker of the browser.
import type { ToWorker } from "../engine/protocol.js";
import { Service } from "../engine/service.js";
import { browserHost, type BrowserGrant } from "./host.js";

// The parts of a worker's world that the page's types do not have.
interface WorkerScope {
  onmessage: ((event: { data: ToWorker }) => void) | null;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as WorkerScope;
const service = new Service((grant, watch) => browserHost(grant as BrowserGrant, watch), (m, transfer) => scope.postMessage(m, transfer));
scope.onmessage = (event) => service.receive(event.data);
