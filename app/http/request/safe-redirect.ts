/** An origin that is nobody's: what does not stay on it would have left the shop too. */
const HERE = "https://shop.invalid";
const LONGEST = 2000;
/** Encoded once by us, once more by a proxy or a mail program; deeper than that nobody has reason to encode. */
const DEPTH = 3;

/**
 * Where to go next, when a form or a link says so: a path of this site, else the fallback. Refused are other
 * sites in every spelling (`//`, `/\`, tabs and line breaks that browsers drop, percent-encoded forms of these,
 * schemes such as `javascript:`), also when a proxy on the way should decode the address once more.
 * @param to what the request says; anything but a string counts as absent
 * @returns percent-encoded, fit for a Location header
 */
export function safeRedirect(to: unknown, fallback = "/"): string {
  if (typeof to !== "string" || to.length > LONGEST) return fallback;
  let reading = to;
  for (let depth = 0; depth < DEPTH; depth++) {
    if (!staysHere(reading)) return fallback;
    const decoded = decode(pathOf(reading));
    if (decoded === null) return fallback;
    if (decoded === pathOf(reading)) break;
    reading = decoded;
  }
  // Percent-encoded: an address as people type it, in any script, is no header.
  const { pathname, search, hash } = new URL(to, HERE);
  return pathname + search + hash;
}

// Queries and fragments name no site: only the path is read again as a proxy might.
const pathOf = (address: string) => address.split(/[?#]/, 1)[0]!;

function staysHere(address: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (!/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(address)) return false;
  // Leading dots fold away: `/.//elsewhere` is `//elsewhere` once a browser has resolved it.
  if (!URL.canParse(address, HERE)) return false;
  const url = new URL(address, HERE);
  return url.origin === HERE && !url.pathname.startsWith("//");
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
