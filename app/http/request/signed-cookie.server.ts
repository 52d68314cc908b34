import { createHmac } from "node:crypto";
import { createCookie, type CookieOptions } from "react-router";
import { derivedSecret } from "~/platform/shop-secret.server";
import { equalInConstantTime } from "~/platform/tokens.server";

/**
 * A cookie that only the shop can have written. Signed directly with node:crypto: React Router's own signing takes several
 * turns through WebCrypto's thread pool, which cost more than the rest of a small request.
 * @param purpose names the key, so that one cookie's signature does not fit another
 */
export function signedCookie<Value>(name: string, purpose: string, options: CookieOptions) {
  const cookie = createCookie(name, options);
  const signature = (text: string) =>
    createHmac("sha256", derivedSecret(purpose)).update(text).digest("base64url");
  return {
    name,
    /** @returns null when it is absent, or not written by the shop */
    async parse(header: string | null): Promise<Value | null> {
      // Looking for it is quicker than reading all cookies.
      if (!header?.includes(name)) return null;
      const parsed: unknown = await cookie.parse(header);
      if (typeof parsed !== "string") return null;
      const cut = parsed.lastIndexOf(".");
      const text = parsed.slice(0, cut);
      if (!equalInConstantTime(parsed.slice(cut + 1), signature(text))) return null;
      return JSON.parse(text) as Value;
    },
    /** @param age overrides the options' maxAge, in seconds; `{ maxAge: 0 }` removes the cookie */
    serialize(value: Value, age: Pick<CookieOptions, "maxAge"> = {}): Promise<string> {
      const text = JSON.stringify(value);
      return cookie.serialize(`${text}.${signature(text)}`, age);
    },
  };
}
