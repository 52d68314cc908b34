import { ownAddress } from "~/domain/kit/own-address";

const LONGEST = 2000;

/**
 * The address that a form or link names for afterwards, if it is a path of this site; else the fallback.
 * @param to from the request; anything but a string counts as absent
 * @returns percent-encoded, fit for a Location header
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  return typeof to === "string" && to.length <= LONGEST ? (ownAddress(to) ?? fallback) : fallback;
}
