import { config } from "~/process/config.server";
import type { Db } from "~/db/database.server";
import { indianDate } from "~/domain/kit/dates";
import { parseId } from "~/domain/kit/ids";
import { type DocumentFile, TEMPLATE } from "~/domain/sales/documents/document-parts.server";
import { type Recipient, sellerOf } from "~/domain/sales/documents/issued-document";
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { payeeRows, upiLink } from "~/domain/sales/transfers/transfers";
import { readDocumentLook } from "~/domain/shop/look/document-look.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { transferDetails } from "~/domain/shop/settings/transfer";
import type { MailAttachment } from "~/platform/mail/mail-transports.server";
import { makePdf, type MakePdf } from "~/platform/pdf/pdf.server";
import { qrPicture } from "~/platform/qr-code.server";
import { type Period, periodInName, periodParams, readPeriod } from "../period";
import { documentsOf, readAccountStatement } from "./statement.server";
import { type StatementBuyer, statementContent } from "./statement-content";

const CODE = "upi-code.svg";

/**
 * A customer's statement of a period as a PDF: made anew each time, with what is open at this moment and how to pay it.
 * `not_found`: there is no such customer.
 */
export async function statementPdf(
  db: Db,
  { accountId, period }: { accountId: number; period: Period },
  { make = makePdf, now = new Date() }: { make?: MakePdf; now?: Date } = {},
): Promise<DocumentFile> {
  const [account, buyer, settings, { look, files }] = await Promise.all([
    readAccountStatement(db, accountId, period, now),
    buyerOf(db, accountId),
    readSettings(db),
    readDocumentLook(db, config.coversDir),
  ]);
  if (!buyer) return { ok: false, reason: "not_found" };
  const details = account.credit.open > 0 ? transferDetails(settings) : null;
  const code = details?.upi ? upiLink(details.upi, details.name, { amount: account.credit.open }) : null;
  const content = statementContent({
    account,
    period,
    seller: sellerOf(settings),
    buyer,
    pay: details ? payeeRows(details) : [],
    today: indianDate(now),
  });
  const pdf = await make(
    TEMPLATE,
    { ...content, ...look, ...(code && { code: CODE }) },
    code ? { ...files, [CODE]: Buffer.from(qrPicture(code)) } : files,
  );
  if (!pdf.ok) return { ok: false, reason: "unavailable" };
  return { ok: true, filename: statementFileName(accountId, period, "pdf"), bytes: pdf.bytes };
}

/** @returns e.g. "statement-17-2026-11.pdf" */
export const statementFileName = (accountId: number, period: Period, format: string): string =>
  `statement-${accountId}-${periodInName(period)}.${format}`;

/** Whom a statement is for: as the newest document names them. @returns null: there is no such customer */
async function buyerOf(db: Db, accountId: number): Promise<StatementBuyer | null> {
  const [name, newest] = await Promise.all([
    customerName(db, accountId),
    documentsOf(db, accountId)
      .select(["d.recipient", "d.buyer_gstin as gstin"])
      .orderBy("d.id", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (name === null) return null;
  if (!newest) return { accountId, name, lines: [], gstin: "" };
  const recipient = JSON.parse(newest.recipient) as Recipient;
  return { accountId, name: recipient.name, lines: recipient.lines, gstin: newest.gstin };
}

/** The name of a statement as an attachment in the queue of mails. */
export const statementAttachment = (accountId: number, period: Period): string =>
  `statement:${accountId}:${periodParams(period)}`;

/**
 * The statement for a mail's attachment.
 * @param name from `statementAttachment`
 * @returns null: it names no statement @throws when the PDF cannot be made now
 */
export async function makeStatement(
  db: Db,
  name: string,
  now = new Date(),
  make: MakePdf = makePdf,
): Promise<MailAttachment | null> {
  const [, id, params] = /^statement:(\d+):(\S+)$/.exec(name) ?? [];
  const accountId = parseId(id);
  const asked = readPeriod(Object.fromEntries(new URLSearchParams(params)), now);
  if (accountId === null || !asked.ok) return null;
  const file = await statementPdf(db, { accountId, period: asked.period }, { make, now });
  if (!file.ok) throw new Error(`the document ${name} could not be made: ${file.reason}`);
  return { filename: file.filename, contentType: "application/pdf", content: file.bytes };
}
