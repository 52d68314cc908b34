import { createServer, type Server } from "node:http";
import { type AddressInfo, type Server as NetServer } from "node:net";
import { networkInterfaces } from "node:os";

const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);

/** The address for tests; IPv6 on machines without IPv4. */
export const LOOPBACK = own.some(({ address }) => address === "127.0.0.1") ? "127.0.0.1" : "::1";

/** The same, as the host of a URL. */
export const LOOPBACK_HOST = LOOPBACK === "::1" ? "[::1]" : LOOPBACK;

/** Listens on a free port. @returns the server's origin */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  return `http://${LOOPBACK_HOST}:${portOf(server)}`;
}

export const portOf = (server: NetServer): number => (server.address() as AddressInfo).port;

/** A free port, for servers whose port must be known beforehand. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server);
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
