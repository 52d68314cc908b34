import { createHmac } from "node:crypto";
import { readId, readParam } from "~/domain/kit/search-params";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";

/** As of the link that pays an order. */
const TOKEN_LENGTH = 22;

const tokenOf = (id: number) =>
  createHmac("sha256", derivedSecret("accept a quotation"))
    .update(String(id))
    .digest("base64url")
    .slice(0, TOKEN_LENGTH);

/**
 * Where a quotation is read and accepted without a login: by who has the link. Nothing of it is stored, so staff can copy it at
 * any time. @param page of it; left out: the page itself
 */
export const quotationPath = (id: number, page?: "pdf" | "proforma"): string =>
  // The token comes first so that the mail queue finds it in both bodies, and removes it after sending.
  `/quotation${page ? `/${page}` : ""}?${new URLSearchParams({ token: tokenOf(id), quotation: String(id) })}`;

/** The quotation that such a link is for; null: it is none of the shop's links. */
export function quotationOfLink(params: URLSearchParams): number | null {
  const id = readId(params, "quotation");
  const isOurs = id !== null && equalInConstantTime(readParam(params, "token") ?? "", tokenOf(id));
  return isOurs ? id : null;
}
