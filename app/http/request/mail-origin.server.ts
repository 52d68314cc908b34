import { isIP } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { config } from "~/process/config.server";
import { loopbackOrigin } from "~/domain/sales/gateways/shop-gateway.server";

const PRIVATE_V4 = /^(?:10\.|127\.|169\.254\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/;
const PRIVATE_V6 = /^(?:::1$|f[cd]|fe[89ab])/i;

/**
 * The origin of links in mails. Without BASE_URL it is the request's, but anybody can send any Host, and a link to a
 * foreign site would give away the secret in it. So only this machine's own names and addresses count, and those of a
 * private network; else the link leads to the address that the shop listens on.
 * @param origin of the request
 */
export function mailOrigin(origin: string): string {
  if (config.baseUrl) return config.baseUrl;
  return URL.canParse(origin) && isOwnHost(new URL(origin).hostname) ? origin : loopbackOrigin();
}

/** @param host of a URL: IPv6 in brackets */
function isOwnHost(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const version = isIP(name);
  if (version === 4 && PRIVATE_V4.test(name)) return true;
  if (version === 6 && PRIVATE_V6.test(name)) return true;
  if (version === 0 && (name === "localhost" || name.endsWith(".localhost"))) return true;
  if (name === config.HOST.toLowerCase() || name === hostname().toLowerCase()) return true;
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return own.some(({ address }) => address.toLowerCase() === name);
}
