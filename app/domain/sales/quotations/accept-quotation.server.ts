import type { Db } from "~/db/database.server";
import { beside } from "~/db/writing/beside.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { wake } from "~/platform/wake.server";
import { NO_BUYER } from "../orders/buyer/buyer";
import { placeIn, type StaffOrderOutcome } from "../orders/by-staff/place-staff-order.server";
import { whyNotOnAccount } from "../trade/on-account";
import { creditOf } from "../trade/on-account.server";
import { whyNotAccepted } from "./quotations";
import { lockedQuotation, type Quotation } from "./quotations.server";

/** Who accepts a quotation: its customer, by name, or staff. */
type Acceptance = {
  id: number;
  /** The buyer's own number of the order; empty: as in the quotation. */
  reference: string;
  /** The name of the gateway for a link. */
  gateway: string;
} & ({ name: string } | { staffId: number; creditReason: string });

export type AcceptOutcome =
  | (Extract<StaffOrderOutcome, { ok: true }> & { quotation: Quotation })
  /** `field`: of the form of staff. A refusal changes nothing. */
  | { ok: false; field: "creditReason" | null; message: string };

/**
 * Places the order of a quotation, at its prices, whatever the books cost now; stock and credit are those of now. However often
 * and by whomever it is accepted, there is one order.
 * @returns null: there is no such quotation
 */
export async function acceptQuotation(
  db: Db,
  acceptance: Acceptance,
  now = new Date(),
): Promise<AcceptOutcome | null> {
  const outcome = await beside(db, (trx) => acceptIn(trx, acceptance, now));
  if (outcome?.ok) wake("mail");
  return outcome;
}

async function acceptIn(trx: Db, acceptance: Acceptance, now: Date): Promise<AcceptOutcome | null> {
  const quotation = await lockedQuotation(trx, acceptance.id, now);
  if (!quotation) return null;
  const { id, number, offer, state, customer } = quotation;
  const problem = whyNotAccepted(quotation);
  if (problem !== null) return { ok: false, field: null, message: problem };
  const wanted = quotation.wanted!;
  const byStaff = "staffId" in acceptance;
  const name = byStaff ? "" : acceptance.name;
  const buyer = wanted.buyer ?? NO_BUYER;
  const outcome = await placeIn(
    trx,
    {
      ...wanted,
      creditReason: (byStaff && acceptance.creditReason) || (await reasonThatHolds(trx, quotation)),
      buyer: { ...buyer, reference: acceptance.reference || buyer.reference },
      staffId: byStaff ? acceptance.staffId : quotation.createdById,
      gateway: acceptance.gateway,
      quoted: {
        id,
        number,
        lines: offer.lines,
        shipping: offer.shipping,
        acceptedBy: name,
        by: byStaff
          ? { actor: "staff", actorAccountId: acceptance.staffId }
          : { actor: "customer", actorAccountId: customer.id },
      },
    },
    now,
  );
  if (!outcome.ok) return refusal(trx, quotation, outcome, byStaff);
  if (state === "open") {
    await trx
      .updateTable("quotations")
      .set({
        state: "accepted",
        placed_order: outcome.orderId,
        accepted_by: name,
        closed_at: now.toISOString(),
      })
      .where("id", "=", id)
      .execute();
    if (byStaff)
      await audit(trx, id, acceptance.staffId, "made the order of", { Order: `#${outcome.orderId}` }, now);
  }
  return { ...outcome, quotation };
}

/** Why the limit may be passed: staff said so of what was open then, not of what other orders have added since. Empty: not. */
async function reasonThatHolds(trx: Db, { offer, wanted, customer, total }: Quotation): Promise<string> {
  const { creditReason } = wanted!;
  if (creditReason === "" || offer.openWith === undefined) return creditReason;
  const { open } = await creditOf(trx, customer.id);
  return open + total <= offer.openWith ? creditReason : "";
}

/** Why no order was placed: to staff at a field of theirs, to the customer as a sentence. */
async function refusal(
  trx: Db,
  { total, customer }: Quotation,
  { field, message }: Extract<StaffOrderOutcome, { ok: false }>,
  isForStaff: boolean,
): Promise<AcceptOutcome> {
  if (field === "creditReason") {
    if (isForStaff) return { ok: false, field, message };
    const why = whyNotOnAccount(await creditOf(trx, customer.id), total);
    return { ok: false, field: null, message: why ?? message };
  }
  // Nobody can choose another one here.
  if (field === "methodId")
    return {
      ok: false,
      field: null,
      message: "The way of delivery that was quoted is not offered any more.",
    };
  return { ok: false, field: null, message: /[.!?]$/.test(message) ? message : `${message}.` };
}

/** Staff take a quotation back: it cannot be accepted any more. @returns null: there is no such quotation */
export async function withdrawQuotation(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<{ ok: boolean; message: string } | null> {
  return beside(db, async (trx) => {
    const quotation = await lockedQuotation(trx, id, now);
    if (!quotation) return null;
    const { state, number } = quotation;
    if (state === "accepted") return { ok: false, message: `Quotation ${number} is accepted already` };
    const message = `Quotation ${number} is withdrawn`;
    if (state === "withdrawn") return { ok: true, message };
    await trx
      .updateTable("quotations")
      .set({ state: "withdrawn", closed_at: now.toISOString() })
      .where("id", "=", id)
      .execute();
    await audit(trx, id, staffId, "withdrew", {}, now);
    return { ok: true, message };
  });
}

const audit = (
  trx: Db,
  subjectId: number,
  staffId: number,
  action: string,
  after: Record<string, string>,
  now: Date,
) => recordAudit(trx, { staffId, subject: "quotation", subjectId, action, after }, now);
