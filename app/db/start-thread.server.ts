import { setFlagsFromString } from "node:v8";
import { type ResourceLimits, Worker } from "node:worker_threads";

/**
 * Starts a thread whose memory has limits of its own. Those that the process was started with (--max-old-space-size,
 * --max-semi-space-size) would count for each thread as well: they are read when a heap is made, and 0 means that none is given.
 * @param file a script @param limits what its objects may take
 */
export function startThread(file: string, limits: ResourceLimits): Worker {
  setFlagsFromString("--max-old-space-size=0");
  setFlagsFromString("--max-semi-space-size=0");
  return new Worker(file, { resourceLimits: limits });
}
