import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { indianDate } from "~/domain/kit/dates";
import { nextNoteNumbers } from "../orders/money/note-numbers.server";
import { EXCHANGE } from "../orders/exchange/exchange";
import { isAutomaticRefund } from "../orders/money/refunds";
import { type NoteCause, NOTE_KINDS } from "../orders/order-documents";
import type { IssuedDocument } from "./issued-document";
import { readDocuments } from "./read-documents.server";
import { leftOf, notesOf, type RestLine, restOf, type Share, shareOfCopies, spread, wholeRest } from "./rest";
import { writeDocuments } from "./write-documents.server";

type Refund = Selectable<Tables["refunds"]>;

/**
 * Issues the notes of a refund: over what it is for, then over what is left of the order's documents. None when nothing is
 * left (the order was cancelled, refused or changed before, which had its notes then), nor for a payment that the order
 * did not need.
 * @param trx the transaction that has locked the order, and in which the refund became processed
 * @param refund.isLast the order is refunded with it: the note takes all that is left, also what was never paid
 */
export async function noteRefund(trx: Db, refund: Refund & { isLast?: boolean }, now: Date): Promise<void> {
  const isNotedElsewhere = isAutomaticRefund(refund.reason) || refund.reason === "changed";
  if (isNotedElsewhere && !refund.isLast) return;
  const documents = await readDocuments(trx, refund.order_id);
  const rest = restOf(documents);
  if (leftOf(rest) === 0) return;
  const shares = refund.isLast
    ? wholeRest(rest)
    : spread(rest, refund.amount, await wantedBy(trx, refund, documents, rest));
  const noted = refund.reason === EXCHANGE ? "lowered" : "refund";
  const cause = refund.return_id === null ? noted : "return";
  await writeNotes(trx, refund.order_id, rest, shares, { cause, refundId: refund.id }, now);
}

/** Issues the notes of a sum that is taken off an invoice on account. Paise, at most what is left of it. */
export async function noteTakenOff(trx: Db, orderId: number, amount: number, now: Date): Promise<void> {
  const rest = restOf(await readDocuments(trx, orderId));
  if (leftOf(rest) === 0) return;
  const nothing = rest.map(() => ({ value: 0, quantity: 0 }));
  const why = { cause: "lowered", refundId: null } as const;
  await writeNotes(trx, orderId, rest, spread(rest, amount, nothing), why, now);
}

/**
 * Takes away what is left of an order's documents, since nothing of it is, or will be, delivered. In the month of its issue a
 * document that no note has lowered is cancelled, and keeps its number; otherwise there is a note.
 * @param cause 'refused': the parcel had been sent, so it is a note in any case
 * @param trx the transaction that has locked the order, and has not moved it yet
 */
export async function voidDocuments(
  trx: Db,
  orderId: number,
  cause: Extract<NoteCause, "cancelled" | "changed" | "refused">,
  now: Date,
): Promise<void> {
  const documents = await readDocuments(trx, orderId);
  const isOfMonth = ({ issuedAt }: IssuedDocument) =>
    indianDate(new Date(issuedAt)).slice(0, 7) === indianDate(now).slice(0, 7);
  const isNoted = ({ id }: IssuedDocument) => documents.some((note) => note.of === id);
  const cancelled = documents.filter(
    (one) =>
      cause !== "refused" && one.of === null && one.cancelledAt === null && isOfMonth(one) && !isNoted(one),
  );
  if (cancelled.length > 0)
    await trx
      .updateTable("documents")
      .set({ cancelled_at: now.toISOString() })
      .where(
        "id",
        "in",
        cancelled.map(({ id }) => id),
      )
      .execute();
  const rest = restOf(documents).filter(({ document }) => !cancelled.includes(document));
  await writeNotes(trx, orderId, rest, wholeRest(rest), { cause, refundId: null }, now);
}

/** Writes the notes that these shares of what is left make, with the next numbers of their series. */
export async function writeNotes(
  trx: Db,
  orderId: number,
  rest: readonly RestLine[],
  shares: readonly Share[],
  why: { cause: NoteCause; refundId: number | null },
  now: Date,
): Promise<void> {
  const notes = notesOf(rest, shares);
  const written = [];
  for (const kind of NOTE_KINDS) {
    const some = notes.filter((note) => note.kind === kind);
    if (some.length === 0) continue;
    const numbers = await nextNoteNumbers(trx, kind, some.length, now);
    written.push(...some.map((note, at) => ({ ...note, number: numbers[at]! })));
  }
  if (written.length === 0) return;
  await writeDocuments(
    trx,
    written.map(({ of, ...note }) => {
      const { seller, payment, recipient, buyerGstin, buyerReference, place, split } = of;
      const kept = { seller, payment, recipient, buyerGstin, buyerReference, place, split };
      return { ...kept, ...note, ...why, orderId, of: of.id, issuedAt: now.toISOString() };
    }),
  );
}

/** What a refund is for, line by line, less what notes of its other parts have taken. */
async function wantedBy(
  trx: Db,
  refund: Refund,
  documents: readonly IssuedDocument[],
  rest: readonly RestLine[],
): Promise<Share[]> {
  const ofOrder = await trx
    .selectFrom("refunds")
    .select(["id", "idempotency_key", "retry_of", "return_id", "shipping"])
    .where("order_id", "=", refund.order_id)
    .orderBy("id")
    .execute();
  const first = (one: (typeof ofOrder)[number]): (typeof ofOrder)[number] => {
    const repeated = ofOrder.find(({ id }) => id === one.retry_of);
    return repeated ? first(repeated) : one;
  };
  // Of a refund from several payments each has its own row; what it is for is noted at the first.
  const keyOf = (one: (typeof ofOrder)[number]) => first(one).idempotency_key.replace(/(\.\d+)+$/, "");
  const own = keyOf(ofOrder.find(({ id }) => id === refund.id)!);
  const parts = ofOrder.filter((one) => keyOf(one) === own);
  const partIds = parts.map(({ id }) => id);
  const copies = await (refund.return_id === null
    ? trx
        .selectFrom("refund_lines")
        .select(["order_line_id", "quantity"])
        .where("refund_id", "in", partIds)
        .orderBy("order_line_id")
        .execute()
    : trx
        .selectFrom("return_lines")
        .select(["order_line_id", "quantity"])
        .where("return_id", "=", refund.return_id)
        .orderBy("order_line_id")
        .execute());
  const shipping = parts.reduce((sum, one) => sum + one.shipping, 0);
  const noted = documents
    .filter(({ refundId }) => refundId !== null && partIds.includes(refundId))
    .flatMap((note) => note.lines.map((line) => ({ ...line, of: note.of })));
  return rest.map((one) => {
    const { document, line } = one;
    const earlier = noted.filter(({ of, position }) => of === document.id && position === line.position);
    const sum = (of: "value" | "quantity") => earlier.reduce((total, note) => total + note[of], 0);
    const wanted = copies
      .filter(({ order_line_id }) => order_line_id === line.ofLine)
      .reduce((total, { quantity }) => total + quantity, 0);
    // As they were before the other parts of this refund.
    const before = {
      ...one,
      left: { value: one.left.value + sum("value"), quantity: one.left.quantity + sum("quantity") },
    };
    const whole = line.isDelivery ? { value: shipping, quantity: 0 } : shareOfCopies(before, wanted);
    return {
      value: Math.max(0, whole.value - sum("value")),
      quantity: Math.max(0, whole.quantity - sum("quantity")),
    };
  });
}
