import { createHash } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { asOneEntry } from "~/domain/kit/audit/whole-entry.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { lockOrders } from "~/domain/kit/locks.server";
import { ordersWithNumbers } from "../orders/fulfilment/parcels.server";
import { notTest } from "../orders/no-test.server";
import { mailedOrders } from "../orders/order-mails.server";
import { saveColumns, savedColumns } from "../saved-columns.server";
import { type ReadRemittance, readRemittance } from "./read-remittance.server";
import { paymentId, recordCashOf } from "./record-money.server";
import {
  type CheckedLine,
  checkLines,
  type RemittanceHeadings,
  type RemittanceLine,
  type RemittedOrder,
  trackingKeyOf,
} from "./remittance";

/** A list as it was uploaded. ISO times. */
export interface Remittance {
  id: number;
  name: string;
  uploadedAt: string;
  uploadedBy: string | null;
  recordedAt: string | null;
}

const COLUMNS = ["r.id", "r.name", "r.uploaded_at as uploadedAt", "r.recorded_at as recordedAt"] as const;
const LISTED = 50;

/** The latest fifty, the newest first. @param uploaded only those of a time: from `start` until just before `end`, in UTC */
export async function listRemittances(
  db: Db,
  uploaded?: { start: string; end: string },
): Promise<Remittance[]> {
  const rows = await db
    .selectFrom("remittances as r")
    .leftJoin("accounts as a", "a.id", "r.uploaded_by")
    .select(COLUMNS)
    .select(["a.first_name", "a.last_name"])
    .$if(uploaded !== undefined, (lists) =>
      lists.where("r.uploaded_at", ">=", uploaded!.start).where("r.uploaded_at", "<", uploaded!.end),
    )
    .orderBy("r.uploaded_at", "desc")
    .orderBy("r.id", "desc")
    .limit(LISTED)
    .execute();
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    uploadedBy: first_name === null ? null : `${first_name} ${last_name ?? ""}`.trim(),
  }));
}

/** How staff last said that the columns of such lists are called. */
export async function savedHeadings(db: Db): Promise<RemittanceHeadings> {
  return ((await savedColumns(db, "remittance")) ?? {}) as RemittanceHeadings;
}

/**
 * Stores a carrier's list. Nothing is recorded yet. The same file again leads to what is there, read anew as long as nothing of
 * it is recorded.
 * @param file.name as its sender calls it @param file.headings how its columns are called, saved for the next list
 * @returns the list's number; or why it cannot be read, and then what seems to be its heading
 */
export async function addRemittance(
  db: Db,
  file: { name: string; bytes: Uint8Array; staffId: number; headings?: RemittanceHeadings },
  now = new Date(),
): Promise<{ ok: true; id: number; isNew: boolean } | Extract<ReadRemittance, { ok: false }>> {
  const read = readRemittance(file.bytes, file.headings);
  if (!read.ok) return read;
  const hash = createHash("sha256").update(file.bytes).digest("hex");
  const lines = JSON.stringify(read.lines);
  return beside(db, async (trx) => {
    if (file.headings) await saveColumns(trx, "remittance", file.headings);
    const added = await trx
      .insertInto("remittances")
      .values({
        name:
          file.name
            .replace(/\p{Cc}+/gu, " ")
            .trim()
            .slice(0, 120) || "List",
        content_hash: hash,
        lines,
        uploaded_at: now.toISOString(),
        uploaded_by: file.staffId,
      })
      .onConflict((conflict) => conflict.column("content_hash").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (added) return { ok: true, id: added.id, isNew: true };
    const same = (eb: ExpressionBuilder<Tables, "remittances">) => eb("content_hash", "=", hash);
    await trx
      .updateTable("remittances")
      .set({ lines })
      .where(same)
      .where("recorded_at", "is", null)
      .execute();
    const { id } = await trx.selectFrom("remittances").select("id").where(same).executeTakeFirstOrThrow();
    return { ok: true, id, isNew: false };
  });
}

/** A list with what each of its rows would do now. @returns null when there is no such list */
export async function checkRemittance(
  db: Db,
  id: number,
): Promise<(Omit<Remittance, "uploadedBy"> & { lines: CheckedLine[] }) | null> {
  const row = await db
    .selectFrom("remittances as r")
    .select(COLUMNS)
    .select("r.lines")
    .where("r.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const lines = JSON.parse(row.lines) as RemittanceLine[];
  return { ...row, lines: checkLines(lines, await ordersOf(db, lines)) };
}

/** The orders that the rows name, by number or tracking number. */
async function ordersOf(db: Db, lines: readonly RemittanceLine[]): Promise<RemittedOrder[]> {
  const keys = [...new Set(lines.flatMap(({ trackingNo }) => trackingKeyOf(trackingNo) || []))];
  const named = lines.flatMap(({ orderId }) => orderId ?? []);
  const ids = [...new Set([...named, ...(await ordersWithNumbers(db, keys))])];
  if (ids.length === 0) return [];
  const [rows, numbers, receipts] = await Promise.all([
    db
      .selectFrom("orders as o")
      .select(["o.id", "o.state", "o.payment_way", "o.due_at_door", "o.door_received", "o.refused_at"])
      .where("o.id", "in", ids)
      .where(notTest("o.id"))
      .orderBy("o.id")
      .execute(),
    db
      .selectFrom("parcels")
      .select(["order_id", "tracking_no"])
      .where("order_id", "in", ids)
      .orderBy("order_id")
      .orderBy("number")
      .execute(),
    db
      .selectFrom("payments")
      .select(["order_id", "amount", "status"])
      .where("gateway", "=", "cash")
      .where("order_id", "in", ids)
      .orderBy("id")
      .execute(),
  ]);
  const amountsOf = (orderId: number, isOf: (status: string) => boolean) =>
    receipts.filter((one) => one.order_id === orderId && isOf(one.status)).map(({ amount }) => amount);
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    paymentWay: row.payment_way,
    dueAtDoor: row.due_at_door,
    doorReceived: row.door_received,
    refusedAt: row.refused_at,
    receipts: amountsOf(row.id, (status) => status !== "failed"),
    takenBack: amountsOf(row.id, (status) => status === "failed"),
    trackingKeys: numbers.flatMap(({ order_id, tracking_no }) =>
      order_id === row.id && tracking_no !== null ? [trackingKeyOf(tracking_no)] : [],
    ),
  }));
}

/**
 * Records the receipts of a list's rows that fit their orders. All others change nothing. Again it records only what fits
 * now and is not recorded yet.
 * @returns a sentence; null when there is no such list
 */
export async function recordRemittance(
  db: Db,
  request: { id: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return beside(db, async (trx) => {
    const before = await checkRemittance(trx, request.id);
    if (!before) return null;
    const locked = new Set(before.lines.flatMap(({ verdict }) => verdict.orderId ?? []));
    await lockOrders(
      trx,
      [...locked].sort((a, b) => a - b),
    );
    // As it is once nobody else can change it, or read the file anew: an update that changes nothing locks the list.
    await trx
      .updateTable("remittances")
      .set((eb) => ({ name: eb.ref("name") }))
      .where("id", "=", request.id)
      .execute();
    const { name, lines } = (await checkRemittance(trx, request.id))!;
    const today = indianDate(now);
    let total = 0;
    let count = 0;
    await asOneEntry(null, async () => {
      for (const { verdict, row, reference, receivedOn } of lines) {
        // A tracking number may have become another order's since the first look.
        if (verdict.kind !== "ready" || !locked.has(verdict.orderId)) continue;
        const { orderId, amount } = verdict;
        const order = await mailedOrders(trx).where("o.id", "=", orderId).executeTakeFirstOrThrow();
        const id = paymentId("cash", orderId, `list${request.id}-${row}`);
        const day = receivedOn !== null && receivedOn <= today ? receivedOn : today;
        const cash = { id, amount, reference, receivedOn: day, staffId: request.staffId };
        await recordCashOf(trx, order, cash, now);
        await recordAudit(
          trx,
          {
            staffId: request.staffId,
            subject: "order",
            subjectId: orderId,
            action: "recorded cash for",
            after: { Amount: formatRupees(amount), List: name, ...(reference && { Reference: reference }) },
          },
          now,
        );
        total += amount;
        count += 1;
      }
    });
    if (count === 0) return "No row of this list can be recorded now";
    await trx
      .updateTable("remittances")
      .set({ recorded_at: now.toISOString(), recorded_by: request.staffId })
      .where("id", "=", request.id)
      .execute();
    return `${formatRupees(total)} is recorded for ${count === 1 ? "1 order" : `${count} orders`}`;
  });
}
