import { createHmac } from "node:crypto";
import { parseCookie, type SerializeOptions, stringifySetCookie } from "cookie";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";

/**
 * A cookie that only the shop can have written. Its text is that of React Router's `createCookie` (JSON in base64), which
 * reads and writes it letter by letter and signs in WebCrypto's thread pool: both cost more than the rest of a small
 * request.
 * @param purpose names the key, so that one cookie's signature does not fit another
 */
export function signedCookie<Value>(name: string, purpose: string, options: SerializeOptions) {
  const signature = (text: string) =>
    createHmac("sha256", derivedSecret(purpose)).update(text).digest("base64url");
  return {
    name,
    /** @returns null when it is absent, or not written by the shop */
    parse(header: string | null): Value | null {
      // Looking for it is quicker than reading all cookies.
      if (!header?.includes(name)) return null;
      const parsed = decode(parseCookie(header)[name] ?? "");
      if (typeof parsed !== "string") return null;
      const cut = parsed.lastIndexOf(".");
      const text = parsed.slice(0, cut);
      if (!equalInConstantTime(parsed.slice(cut + 1), signature(text))) return null;
      return JSON.parse(text) as Value;
    },
    /** @param age overrides the options' maxAge, in seconds; `{ maxAge: 0 }` removes the cookie */
    serialize(value: Value, age: Pick<SerializeOptions, "maxAge"> = {}): string {
      const text = JSON.stringify(value);
      const signed = encode(`${text}.${signature(text)}`);
      return stringifySetCookie({ name, value: signed, ...options, ...age }, { encode: encodeURIComponent });
    },
  };
}

const encode = (text: string) => Buffer.from(JSON.stringify(text)).toString("base64");

/** @returns null for what is no JSON in base64 */
function decode(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, "base64").toString());
  } catch {
    return null;
  }
}
