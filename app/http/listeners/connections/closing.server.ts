import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** How often to look for connections without a request. */
const LOOK_MS = 50;

/**
 * Prepares a server to close without cutting off requests it has begun to handle. Once closing, it accepts no connection,
 * each answer says `Connection: close`, and connections without a request are closed. Must be called before the server
 * listens.
 * @param youngMs so long a new connection is waited for to send its request: others go on serving, so its visitor would
 * not be told to come again later
 * @returns the function that closes it; resolves when every connection is gone, by force after `graceMs`
 */
export function gracefulClose(server: Server, graceMs: number, youngMs = 0): () => Promise<void> {
  /** With the moment of their beginning, and their answers: Node tells nobody that one is gone which was still to be sent. */
  const sockets = new Map<Socket, { begun: number; answers: Set<ServerResponse> }>();
  let isClosing = false;
  server.on("connection", (socket: Socket) => {
    sockets.set(socket, { begun: performance.now(), answers: new Set() });
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", ({ socket }, res: ServerResponse) => {
    const answers = socket.destroyed ? undefined : sockets.get(socket)?.answers;
    if (!answers) return;
    if (isClosing) res.shouldKeepAlive = false;
    answers.add(res);
    res.once("close", () => answers.delete(res));
  });

  const closeUnused = () => {
    // By then everything sent before this moment has been read, so those connections count as in use.
    setImmediate(() => {
      server.closeIdleConnections();
      // Node counts a connection that never sent anything as in use.
      const youngest = performance.now() - youngMs;
      for (const [socket, { begun }] of sockets)
        if (socket.bytesRead === 0 && begun <= youngest) socket.destroy();
    });
  };

  return () =>
    new Promise((resolve) => {
      isClosing = true;
      for (const { answers } of sockets.values())
        for (const res of answers) if (!res.headersSent) res.shouldKeepAlive = false;
      const looking = setInterval(closeUnused, LOOK_MS);
      const limit = setTimeout(() => server.closeAllConnections(), graceMs);
      // Not http's own close: it ends idle connections at once, with requests on them that are not read yet.
      NetServer.prototype.close.call(server, () => {
        clearInterval(looking);
        clearTimeout(limit);
        resolve();
      });
    });
}
