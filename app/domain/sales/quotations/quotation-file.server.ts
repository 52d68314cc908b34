import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { type DocumentFile, TEMPLATE } from "../documents/document-parts.server";
import { customerTerms } from "../trade/customer-terms.server";
import { quotationPath } from "./quotation-link.server";
import { quotationContent } from "./quotation-paper";
import { readQuotation } from "./quotations.server";

/** The name of a quotation as an attachment in the queue of mails. */
export const quotationAttachment = (id: number): string => `quotation:${id}`;

/** A quotation as a PDF. `not_found`: there is none, or its customer's account was deleted. */
export async function quotationFile(db: Db, id: number, make: MakePdf = makePdf): Promise<DocumentFile> {
  const quotation = await readQuotation(db, id);
  if (!quotation?.wanted) return { ok: false, reason: "not_found" };
  const [settings, terms, { look, files }] = await Promise.all([
    readSettings(db),
    customerTerms(db, quotation.customer.id),
    readDocumentLook(db, config.coversDir),
  ]);
  const url = shopOrigin() + quotationPath(id);
  const creditDays = terms?.creditDays ?? 0;
  const content = quotationContent(quotation, quotation.wanted, settings, { url, creditDays });
  const pdf = await make(TEMPLATE, { ...content, ...look }, files);
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: `quotation-${quotation.number.replaceAll("/", "-")}.pdf`, bytes: pdf.bytes };
}
