import type { SendHandle } from "node:child_process";
import type { Server, Socket } from "node:net";

/** What a worker says about its connections to the primary (primary-connections.server.ts). */
export type ConnectionsFromWorker =
  /** How many more there are, or fewer if negative, of those that were not offered, and of all that have ended. */
  | { type: "changed"; by: number }
  /** With its handle. */
  | { type: "offered"; id: number }
  | { type: "took" }
  | { type: "refused" };

/** What it is told. `taken`: another worker has it. `yours`: none will. */
export type ConnectionsToWorker =
  | { type: "fewest"; count: number | null }
  | { type: "take" }
  | { type: "taken"; id: number }
  | { type: "yours"; id: number };

/** Of a server that listens, or of a socket. Node's cluster module passes connections on by it in the same way. */
interface Handle {
  onconnection(error: 0, client: unknown): void;
}

/** How seldom the primary hears of connections that have ended. Of new ones it hears in the same turn. */
const REPORT_MS = 20;
/** A worker keeps a new connection unless another has fewer by so many. */
const TOO_MANY = 2;

/**
 * Of the new connections of this worker's server, offers to the others what makes it have more than them. Such a connection
 * is not read before it is known who has it: so nothing of it is lost, and if nobody takes it, it is served here.
 * Must be called when all listeners to the server's 'connection' are there.
 */
export function evenConnections(server: Server) {
  const admit = server.listeners("connection");
  const offered = new Map<number, Socket>();
  let count = 0;
  let offers = 0;
  /** Of the other workers, as the primary said last. */
  let fewest: number | null = null;
  let isTaking = false;
  /** What the primary has not heard yet. */
  let changedBy = 0;
  let reporting: NodeJS.Timeout | undefined;
  let isReporting = false;

  function report() {
    clearTimeout(reporting);
    reporting = undefined;
    isReporting = false;
    if (changedBy !== 0) say({ type: "changed", by: changedBy });
    changedBy = 0;
  }

  function noteNew() {
    changedBy += 1;
    if (!isReporting) setImmediate(report);
    isReporting = true;
  }

  function noteEnd() {
    count -= 1;
    changedBy -= 1;
    reporting ??= setTimeout(report, REPORT_MS).unref();
  }

  function serve(socket: Socket) {
    count += 1;
    socket.once("close", noteEnd);
    for (const listener of admit) listener.call(server, socket);
    socket.resume();
  }

  function offer(socket: Socket) {
    const id = (offers += 1);
    offered.set(id, socket);
    report();
    say({ type: "offered", id }, handleOf(socket));
  }

  // Of net.createServer's options, which http.createServer does not have.
  Object.assign(server, { pauseOnConnect: true });
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    if (fewest !== null && count + 1 - fewest >= TOO_MANY && !isTaking) return offer(socket);
    // The primary has counted what it gave.
    if (!isTaking) noteNew();
    serve(socket);
  });

  process.on("message", (message: ConnectionsToWorker | { type: string }, handle: unknown) => {
    if (message.type === "fewest") fewest = (message as { count: number | null }).count;
    else if (message.type === "take") take(handle);
    else if (message.type === "taken" || message.type === "yours") {
      const { id } = message as { id: number };
      const socket = offered.get(id);
      offered.delete(id);
      if (!socket) return;
      // Closes this process's copy alone.
      if (message.type === "taken") socket.destroy();
      else serve(socket);
    }
  });

  function take(client: unknown) {
    const listening = handleOf(server);
    if (!listening || !client) return say({ type: "refused" });
    // Read only when the primary will hear of it: if this worker dies before, another one serves the connection, and
    // nothing of it may be missing. Behind a connection that is being offered, a message waits.
    say({ type: "took" }, undefined, () => {
      isTaking = true;
      listening.onconnection(0, client);
      isTaking = false;
    });
  }
}

function say(message: ConnectionsFromWorker, handle?: unknown, sent: () => void = () => {}) {
  if (process.connected) process.send!(message, handle as SendHandle, undefined, sent);
}

/** @returns null once it is closed */
function handleOf(one: Server | Socket): Handle | null {
  // oxlint-disable-next-line no-underscore-dangle
  return (one as unknown as { _handle: Handle | null })._handle;
}
