import { createHmac } from "node:crypto";
import { createCookie, type CookieOptions } from "react-router";
import { derivedSecret } from "~/platform/shop-secret.server";
import { equalInConstantTime } from "~/platform/tokens.server";

/**
 * A cookie that only the shop can have written. Signed with node:crypto in place: React Router's own signing takes
 * several turns through WebCrypto's thread pool, which costs more than the rest of a small request.
 * @param purpose names the key, so that no cookie's signature fits another
 */
export function signedCookie<Value>(name: string, purpose: string, options: CookieOptions) {
  const cookie = createCookie(name, options);
  const signature = (text: string) =>
    createHmac("sha256", derivedSecret(purpose)).update(text).digest("base64url");
  return {
    /** @returns null when it is absent, or was written by somebody else */
    async parse(header: string | null): Promise<Value | null> {
      const parsed: unknown = await cookie.parse(header);
      if (typeof parsed !== "string") return null;
      const cut = parsed.lastIndexOf(".");
      const text = parsed.slice(0, cut);
      if (!equalInConstantTime(parsed.slice(cut + 1), signature(text))) return null;
      return JSON.parse(text) as Value;
    },
    /** @param age how the cookie's life differs from its options, in seconds; `{ maxAge: 0 }` takes it away */
    serialize(value: Value, age: Pick<CookieOptions, "maxAge"> = {}): Promise<string> {
      const text = JSON.stringify(value);
      return cookie.serialize(`${text}.${signature(text)}`, age);
    },
  };
}
