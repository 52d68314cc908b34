import type { RouterContextProvider } from "react-router";
import { type MakePdf, makePdf } from "~/platform/pdf/pdf.server";
import { database } from "~/db/shop-database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { orderDocumentFile } from "~/domain/sales/documents/document-file.server";
import type { DocumentFile } from "~/domain/sales/documents/document-parts.server";
import { proformaFile } from "~/domain/sales/transfers/proforma.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { rightMissing } from "~/domain/kit/rights/rights";
import { requireCustomer } from "~/http/request/guards.server";
import { addressKey } from "~/http/request/limits/rate-limit.server";
import { tokenCaller } from "~/http/request/token-account.server";
import { plainRefusal } from "~/http/listeners/plain-refusal.server";
import { getRequestSession, type RequestSession } from "~/http/request/request-session.server";

type Context = Readonly<RouterContextProvider>;

/** Only for the account that requested it, and never cached. */
const PRIVATE = { "Cache-Control": "private, no-store" };

/** `makePdf` for who asks by this request: their account, or their address, until they have gone. */
export function pdfFor(request: Request, { account, ip }: Pick<RequestSession, "account" | "ip">): MakePdf {
  const name = account ? `account ${account.id}` : addressKey(ip);
  return (template, data, files) => makePdf(template, data, files, { name, signal: request.signal });
}

/**
 * The PDF of an order's document.
 * @param order.accountId the order's owner; "anybody" for staff. Answers 404 when there is no such order or it was never paid
 * @param order.documentId left out: the one that has the order's invoice number
 */
export async function documentAnswer(
  request: Request,
  context: Context,
  order: { orderId: string; documentId?: string; accountId: number | "anybody" },
): Promise<Response> {
  const orderId = parseId(order.orderId) ?? 0;
  const documentId = order.documentId === undefined ? undefined : (parseId(order.documentId) ?? 0);
  const { accountId } = order;
  const make = pdfFor(request, getRequestSession(context));
  return documentFile(request, await orderDocumentFile(database, { orderId, accountId, documentId }, make));
}

/** The PDF of an order's proforma invoice, likewise. Answers 404 when the order is not paid by transfer. */
export async function proformaAnswer(
  request: Request,
  context: Context,
  order: { orderId: string } & DocumentOwner,
): Promise<Response> {
  const orderId = parseId(order.orderId) ?? 0;
  const { accountId, staffId } = order;
  const make = pdfFor(request, getRequestSession(context));
  const file = await proformaFile(database.read, { orderId, accountId }, make);
  if (staffId === null) return documentFile(request, file);
  const filters = { Order: `#${orderId}` };
  return exportedDocument(request, file, { staffId, list: "Proforma invoice", filters });
}

/** The same as `documentFile`; the audit log says that a member of staff took the file. */
export async function exportedDocument(
  request: Request,
  file: DocumentFile,
  exported: Parameters<typeof recordExport>[1],
): Promise<Response> {
  if (file.ok) await recordExport(database.write, exported);
  return documentFile(request, file);
}

/** The file, or a message that says why there is none. */
export function documentFile(request: Request, file: DocumentFile): Response {
  if (file.ok) {
    return new Response(Buffer.from(file.bytes), {
      headers: {
        ...PRIVATE,
        "Content-Type": "application/pdf",
        "Content-Length": String(file.bytes.byteLength),
        "Content-Disposition": `attachment; filename="${file.filename}"`,
      },
    });
  }
  const refuse = (status: number, msg: string, headers: Record<string, string> = {}) =>
    plainRefusal(request, { status, msg, headers: { ...PRIVATE, ...headers } });
  if (file.reason === "not_found") return refuse(404, "There is no such document.");
  const later = "This document cannot be made at the moment. Please try again in a few minutes.";
  return refuse(503, later, { "Retry-After": "120" });
}

/** Whose orders are shown to a reader, and who reads as staff; null: the customer. */
export interface DocumentOwner {
  accountId: number | "anybody";
  staffId: number | null;
}

/**
 * Whose orders the reader of a document may see: their own, for staff anybody's.
 * @throws a redirect to the login; 401 when the token is not valid; 403 for staff who may not read orders
 */
export async function documentOwner(
  request: Request,
  context: Context,
  orderId: string,
): Promise<DocumentOwner> {
  // After the login a guest lands on the order's page, which has the link: the router cannot navigate to a file.
  const page = new Request(new URL(`/orders/${encodeURIComponent(orderId)}`, request.url));
  const account =
    (await documentReader(request, context)) ??
    requireCustomer(context, page, "Please login to access your order information");
  return account.role === "admin"
    ? { accountId: "anybody", staffId: account.id }
    : { accountId: account.id, staffId: null };
}

/**
 * The account that requests the document. The JSON API hands out document URLs, so a bearer token counts before the session.
 * @returns null for a guest
 * @throws 401 when the token is not valid; 403 for staff who may not read orders
 */
async function documentReader(request: Request, context: Context): Promise<Account | null> {
  const caller = await tokenCaller(request);
  if (caller?.ok === false)
    throw plainRefusal(request, {
      status: 401,
      msg: `${caller.message}.`,
      headers: { ...PRIVATE, "WWW-Authenticate": "Bearer" },
    });
  const account = caller ? caller.account : getRequestSession(context).account;
  // A customer's own orders need no right.
  if (account?.role === "admin" && !account.rights.includes("orders"))
    throw plainRefusal(request, { status: 403, msg: rightMissing("orders"), headers: PRIVATE });
  return account;
}
