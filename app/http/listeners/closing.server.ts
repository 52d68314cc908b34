import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";

/** How often connections without a request are looked for. */
const LOOK_MS = 50;

/**
 * Makes what closes a server without cutting off anybody whose request it has taken up. From then on no connection is
 * accepted, each answer says `Connection: close`, and connections without a request are closed. To be called before
 * the server listens.
 * @returns what closes it: resolves when every connection is gone, those that take longer than `graceMs` by force
 */
export function gracefulClose(server: Server, graceMs: number): () => Promise<void> {
  const sockets = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isClosing = false;
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.prependListener("request", (_, res: ServerResponse) => {
    if (isClosing) res.shouldKeepAlive = false;
    answers.add(res);
    res.once("close", () => answers.delete(res));
  });

  const closeUnused = () => {
    // What was sent before this moment has been read by then, and its connection is in use.
    setImmediate(() => {
      server.closeIdleConnections();
      // Node takes a connection that never sent anything for one in use.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    });
  };

  return () =>
    new Promise((resolve) => {
      isClosing = true;
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
