/** An origin that nobody owns: an address that does not stay on it would leave the shop too. */
const HERE = "https://shop.invalid";
/** Encoded once by us, once more by a proxy or a mail program; there is no reason for more. */
const DEPTH = 3;

/**
 * An address as a path of this site. Refuses other sites in every spelling (`//`, `/\`, `/.//`, tabs and line breaks that
 * browsers drop, percent-encoded forms of these, schemes such as `javascript:`), also when a proxy on the way decodes the
 * address once more.
 * @returns percent-encoded, fit for a Location header; null when it would leave the site
 */
export function ownAddress(to: string): string | null {
  let reading = to;
  for (let depth = 0; depth < DEPTH; depth++) {
    if (!staysHere(reading)) return null;
    const decoded = decode(pathOf(reading));
    if (decoded === null) return null;
    if (decoded === pathOf(reading)) break;
    reading = decoded;
  }
  // Percent-encoded: a header cannot hold an address in any script, as people type it.
  const { pathname, search, hash } = new URL(to, HERE);
  return pathname + search + hash;
}

// Queries and fragments cannot change the site: only the path is decoded again, as a proxy might.
const pathOf = (address: string) => address.split(/[?#]/, 1)[0]!;

function staysHere(address: string): boolean {
  // oxlint-disable-next-line no-control-regex
  if (!/^\/(?!\/)/.test(address) || /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(address)) return false;
  // Dot segments disappear: browsers resolve `/.//elsewhere` to `//elsewhere`.
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
