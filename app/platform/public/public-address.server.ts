import { type LookupAddress, promises as dns } from "node:dns";
import ipaddr from "ipaddr.js";

/** Finds all addresses of a host. Rejects with the error of the system's resolver. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

export const resolveHost: Resolve = (host) => dns.lookup(host, { all: true });

/** All of today's public IPv6 addresses (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an address belongs to a machine on the internet: not to this machine, a private network or a reserved range,
 * and not to one that stands for an IPv4 address (IPv4-mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}
