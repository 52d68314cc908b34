import type { Db } from "~/db/database.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { unixSeconds } from "./sandbox-entities.server";

/** Hundredths of a per cent: what the sandbox keeps of a payment, and the tax on that. */
const FEE = 200;
const FEE_TAX = 1800;
const HOUR_MS = 3_600_000;

/**
 * What the sandbox has settled, as Razorpay writes it: payments and refunds of a day together at ten o'clock of the next day in
 * India, at a fee of 2 % with its tax. Nothing of it is stored.
 * @param days a month such as "2026-11", or a day
 */
export async function settledOf(
  db: Db,
  days: string,
  { count, skip }: { count: number; skip: number },
  now = new Date(),
) {
  const isMonth = days.length === 7;
  const first = isMonth ? `${days}-01` : days;
  const [year, month] = days.split("-").map(Number) as [number, number];
  const after = isMonth ? new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10) : null;
  const start = indianDayStart(first, -1).toISOString();
  const end = (after ? indianDayStart(after, -1) : indianDayStart(first)).toISOString();
  // Days whose settlement is not made yet are left: before ten o'clock yesterday too.
  const until = indianDayStart(indianDate(new Date(now.getTime() - 10 * HOUR_MS))).toISOString();
  const before = until < end ? until : end;
  const rows = await db
    .selectFrom("sandbox_payments")
    .select(["id", "amount", "created_at as at"])
    .select((eb) => eb.lit<number>(0).as("isRefund"))
    .where("status", "in", ["captured", "refunded"])
    .where("created_at", ">=", start)
    .where("created_at", "<", before)
    .unionAll(
      db
        .selectFrom("sandbox_refunds")
        .select(["id", "amount", "created_at as at"])
        .select((eb) => eb.lit<number>(1).as("isRefund"))
        .where("status", "=", "processed")
        .where("created_at", ">=", start)
        .where("created_at", "<", before),
    )
    .orderBy("at")
    .orderBy("id")
    .limit(count)
    .offset(skip)
    .execute();
  return rows.map((row) => settledJson(row));
}

function settledJson({
  id,
  amount,
  at,
  ...row
}: {
  id: string;
  amount: number;
  at: string;
  isRefund: number;
}) {
  const isRefund = row.isRefund === 1;
  const charge = isRefund ? 0 : Math.round((amount * FEE) / 10_000);
  const tax = Math.round((charge * FEE_TAX) / 10_000);
  const fee = charge + tax;
  const settledAt = new Date(indianDayStart(indianDate(new Date(at)), 1).getTime() + 10 * HOUR_MS);
  const day = indianDate(settledAt).replaceAll("-", "");
  return {
    entity_id: id,
    type: isRefund ? "refund" : "payment",
    debit: isRefund ? amount : 0,
    credit: isRefund ? 0 : amount - fee,
    amount,
    currency: "INR",
    fee,
    tax,
    on_hold: false,
    settled: true,
    created_at: unixSeconds(at),
    settled_at: unixSeconds(settledAt.toISOString()),
    settlement_id: `setl_Sandbox${day}`,
    settlement_utr: `SANDBOX${day}`,
    description: null,
    notes: [],
  };
}
