import type { Db } from "~/db/database.server";
import { beside } from "~/db/writing/beside.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatDate, indianDate } from "~/domain/kit/dates";
import { lockCustomer } from "~/domain/kit/locks.server";
import { formatRupees } from "~/domain/kit/money";
import { sha256 } from "~/platform/secrets/tokens.server";
import { customerToServe, knownCustomer } from "../orders/by-staff/customer-for.server";
import { priceStaffOrder } from "../orders/by-staff/price-staff-order.server";
import { nextNoteNumbers } from "../orders/money/note-numbers.server";
import { MOST_VALID_DAYS, type Offer } from "./quotations";
import type { NewQuotation } from "./quotations.schema";

export type QuotationOutcome =
  /** `isNew`: false when the same key has made it before. */
  | { ok: true; id: number; number: string; isNew: boolean; message: string }
  | { ok: false; field: string | null; message: string };

/**
 * Staff make a quotation: an order that is not placed. It has the prices and the delivery of this moment, which stay as they are;
 * it holds no stock.
 * @returns refused at a field of `quotationSchema`: what the shop does not sell or send cannot be quoted; more copies than there are can be
 */
export async function makeQuotation(
  db: Db,
  request: NewQuotation & { staffId: number },
  now = new Date(),
): Promise<QuotationOutcome> {
  const { staffId, validUntil, idempotencyKey, ...wanted } = request;
  const today = indianDate(now);
  if (validUntil < today || validUntil > indianDate(now, MOST_VALID_DAYS))
    return { ok: false, field: "validUntil", message: "Enter a day from today to a year from now" };
  const formKey = idempotencyKey === undefined ? null : sha256(`${staffId} ${idempotencyKey}`);
  return beside(db, async (trx): Promise<QuotationOutcome> => {
    await lockCustomer(trx, staffId);
    const known = await knownCustomer(trx, wanted.customer);
    if (wanted.payment === "account" && known !== null) await lockCustomer(trx, known);
    const earlier = await trx
      .selectFrom("quotations")
      .select(["id", "number"])
      .where("form_key", "=", formKey)
      .executeTakeFirst();
    if (earlier) return { ok: true, ...earlier, isNew: false, message: made(earlier.number) };
    const priced = await priceStaffOrder(trx, wanted, known, now, true);
    if (!priced.ok) return priced;
    const found = await customerToServe(trx, wanted.customer, now);
    if (!found.ok) return found;
    const { totals, offer, lines, short, credit } = priced;
    const methodId = offer.method?.id ?? undefined;
    const kept: Offer = {
      lines: lines.map(({ bookId, title, mrp, unitPrice, quantity, hsn, taxRate }) => ({
        bookId,
        title,
        mrp,
        unitPrice,
        quantity,
        hsn,
        taxRate,
      })),
      subtotal: totals.subtotal,
      shipping: totals.shipping,
      tax: totals.tax,
      method: methodId === undefined ? "" : (offer.method?.name ?? ""),
      ...(credit && wanted.creditReason && { openWith: credit.open + totals.total }),
    };
    const { id: accountId } = found.customer;
    const [number] = await nextNoteNumbers(trx, "quotation", 1, now);
    const { id } = await trx
      .insertInto("quotations")
      .values({
        number: number!,
        form_key: formKey,
        account_id: accountId,
        created_by: staffId,
        created_at: now.toISOString(),
        valid_until: validUntil,
        wanted: JSON.stringify({ ...wanted, customer: { id: accountId }, methodId }),
        offer: JSON.stringify(kept),
        total: totals.total,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { discountReason, creditReason } = wanted;
    const after = {
      Total: formatRupees(totals.total),
      "Valid until": formatDate(validUntil),
      ...(discountReason && { "Discount because": discountReason }),
      ...(creditReason && { "Limit passed because": creditReason }),
    };
    await recordAudit(trx, { staffId, subject: "quotation", subjectId: id, action: "made", after }, now);
    return { ok: true, id, number: number!, isNew: true, message: [made(number!), ...short].join(". ") };
  });
}

const made = (number: string) => `Quotation ${number} is made`;
