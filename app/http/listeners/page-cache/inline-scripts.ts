import { createHash } from "node:crypto";

/**
 * A cached page is shown to many, so its nonce would be no secret: the policy allows its scripts by their hashes instead.
 * Only scripts with this rendering's nonce are hashed; an injected one cannot have it.
 */
export function hashInlineScripts(page: string, nonce: string): { html: string; scriptHashes: string[] } {
  const hashes = new Set<string>();
  const attribute = ` nonce="${nonce}"`;
  const html = page.replace(
    /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
    (whole, attributes: string, body: string) => {
      if (!attributes.includes(attribute)) return whole;
      if (body) hashes.add(`'sha256-${createHash("sha256").update(body).digest("base64")}'`);
      return whole.replace(attribute, "");
    },
  );
  return { html, scriptHashes: [...hashes] };
}
