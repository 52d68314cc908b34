import { readFileSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import type { Socket } from "node:net";
import { config, shareOf } from "~/process/config.server";
import { addressKey } from "~/http/request/limits/rate-limit.server";
import { ByteBudget } from "./byte-budget";
import { Connection, type LineLimits } from "./connection.server";
import { refusePlainly } from "~/http/listeners/plain-refusal.server";

const MB = 1_048_576;

export interface ConnectionLimits extends LineLimits {
  /** Open connections. */
  connections: number;
  /** Those of one address; behind a trusted proxy all have the proxy's. */
  connectionsOfOne: number;
  /** Bytes of answers that clients have not taken yet, of all connections. */
  unread: number;
  /** A connection is closed on which nothing moves for so long, unless the shop owes it an answer. */
  silentMs: number;
  /** How often answers that nobody takes are looked for. */
  lookEveryMs: number;
}

const MOST_CONNECTIONS = 4096;
const WAITING_BYTES = shareOf(16 * MB, 4 * MB);

/** How many files and connections the process may have open; infinite where it cannot be known. */
function mostFiles(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return Number(soft ?? Infinity);
  } catch {
    return Infinity;
  }
}

/** Without limits by address, and behind a proxy that speaks for all, one address may have all. */
const ofOne = (most: number, hasOwnAddress: boolean) =>
  config.rateLimit && hasOwnAddress ? Math.ceil(most / 4) : most;

function usualLimits(): ConnectionLimits {
  // The rest is for the database, files that are sent, and calls to others.
  const connections = Math.min(MOST_CONNECTIONS, Math.floor(mostFiles() * 0.75));
  return {
    pausedFrom: 16,
    budget: new ByteBudget(WAITING_BYTES, ofOne(WAITING_BYTES, true)),
    connections,
    connectionsOfOne: ofOne(connections, !config.trustProxy),
    unread: shareOf(64 * MB, 16 * MB),
    silentMs: 30_000,
    lookEveryMs: 1000,
  };
}

const BUSY = {
  status: 503,
  msg: "The shop is very busy. Please try again in a moment.",
  headers: { "Retry-After": "5", Connection: "close" },
};
const refuse: RequestListener = (req, res) => refusePlainly(req, res, BUSY);

/**
 * Bounds what connections hold: how many there are, their requests without an answer (connection.server.ts), and their
 * answers that nobody reads. When there is no room for a new connection, the one that has been silent longest is closed,
 * before it those that have never sent a request; if all wait for answers, the new one's request is answered with 503.
 * Must be called before the server listens.
 * @param next answers requests
 */
export function boundConnections(
  server: Server,
  next: RequestListener,
  given: Partial<ConnectionLimits> = {},
) {
  const limits = { ...usualLimits(), ...given };
  const open = new Map<Socket, Connection>();
  const byAddress = new Map<string, number>();
  /** Without a request so far, and between requests; the longest silent first. */
  const unspoken = new Set<Connection>();
  const idle = new Set<Connection>();

  function admit(socket: Socket) {
    const address = addressKey(socket.remoteAddress ?? "");
    const hasRoom = () => open.size < limits.connections;
    const hasRoomForIt = () => (byAddress.get(address) ?? 0) < limits.connectionsOfOne;
    if (!hasRoom()) closeSilent(() => true);
    if (!hasRoomForIt()) closeSilent((other) => other.address === address);
    const connection = new Connection(socket, address, {
      ...limits,
      next: hasRoom() && hasRoomForIt() ? next : refuse,
      refuse,
      makeRoom,
      onIdle: (itself) => void idle.add(itself),
    });
    open.set(socket, connection);
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    unspoken.add(connection);
    socket.once("close", () => forget(connection));
  }

  function forget(connection: Connection) {
    const { socket, address } = connection;
    if (!open.delete(socket)) return;
    unspoken.delete(connection);
    idle.delete(connection);
    const left = byAddress.get(address)! - 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
    connection.forget();
  }

  /** Closes one of these, if one is silent. */
  function closeSilent(isOne: (connection: Connection) => boolean) {
    for (const silent of [unspoken, idle])
      for (const connection of silent) {
        if (!isOne(connection)) continue;
        connection.socket.destroy();
        // Its place is free at once, not when its 'close' comes.
        return forget(connection);
      }
  }

  /** Closes the connection with most requests waiting, if it has more than this one: who asks for one page gets it. */
  function makeRoom(than: Connection): boolean {
    let most = than;
    for (const connection of open.values()) if (connection.waiting > most.waiting) most = connection;
    if (most === than) return false;
    most.socket.destroy();
    forget(most);
    return true;
  }

  /** Closes those that have taken least of their answers when all together hold too much. */
  function closeUnread() {
    let left = 0;
    for (const { unread } of open.values()) left += unread;
    if (left <= limits.unread) return;
    for (const { socket, unread } of [...open.values()].toSorted((a, b) => b.unread - a.unread)) {
      if (left <= limits.unread) return;
      left -= unread;
      socket.destroy();
    }
  }

  server.on("connection", admit);
  server.on("request", (req, res) => {
    const connection = open.get(req.socket);
    if (!connection) return;
    unspoken.delete(connection);
    idle.delete(connection);
    connection.receive(req, res);
  });
  // Both ways: of a body that does not come as of an answer that is not read. While the shop makes an answer, nothing moves.
  server.timeout = limits.silentMs;
  server.on("timeout", (socket: Socket) => {
    const connection = open.get(socket);
    if (!connection || connection.isIdle || connection.unread > 0) socket.destroy();
  });
  // For the case that many come before those that were closed are gone.
  server.maxConnections = limits.connections + Math.ceil(limits.connections / 8);
  const looking = setInterval(closeUnread, limits.lookEveryMs).unref();
  server.once("close", () => clearInterval(looking));
}
