import type { Db } from "~/db/database.server";
import { insertRows } from "~/db/writing/many-rows.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatCount } from "~/domain/kit/counts";
import { formatRupees } from "~/domain/kit/money";
import { payoutDiffers, type ReadSettlement, type SettlementRow } from "./settlement";

/** What a payment service has paid out at once. Paise; a plain date. */
export interface Settlement {
  number: string;
  settledOn: string;
  utr: string;
  /** What came to the bank account: credits without debits. */
  paidOut: number;
  payments: number;
  refunds: number;
  /** With the tax on them. */
  fees: number;
  /** Adjustments, transfers and the like, with a sign. */
  other: number;
}

/** What became of a report. */
export type AddedSettlements =
  | { ok: true; settlements: number; rows: number; latest: string; message: string }
  | { ok: false; message: string };

const FEW = 400;

/**
 * Stores the settlements of a report, in one transaction. What is there already stays: the same report again changes nothing.
 * @returns how many settlements and rows are new; refused when a row has other figures than before, or a settlement another day or UTR
 */
export async function addSettlements(
  db: Db,
  {
    settlements,
    waiting,
    staffId,
  }: { settlements: readonly ReadSettlement[]; waiting: number; staffId: number },
  now = new Date(),
): Promise<AddedSettlements> {
  const latest = settlements.reduce((day, { settledOn }) => (settledOn > day ? settledOn : day), "");
  return db.transaction().execute(async (trx): Promise<AddedSettlements> => {
    const stored = await storedSettlements(trx, settlements);
    const clash = settlements.flatMap(({ number, rows }) => {
      const before = stored.get(number)?.rows;
      return rows.filter((row) => before?.has(keyOf(row)) && before.get(keyOf(row)) !== figuresOf(row));
    })[0];
    const differs = settlements
      .map((settlement) => payoutDiffers(stored.get(settlement.number) ?? settlement, settlement))
      .find(Boolean);
    if (differs) {
      const message = `By this report and an earlier one ${differs}. Nothing of this report is stored: compare the two`;
      return { ok: false, message };
    }
    if (clash) {
      const message = `${clash.entity} was uploaded before with other figures. Nothing of this report is stored: compare it with the earlier one`;
      return { ok: false, message };
    }
    const fresh = settlements.filter(({ number }) => !stored.has(number));
    const ids = await insertRows(
      trx,
      "settlements",
      fresh.map(({ number, settledOn, utr }) => ({
        number,
        settled_on: settledOn,
        utr,
        added_at: now.toISOString(),
        added_by: staffId,
      })),
      ["id"],
    );
    fresh.forEach((settlement, at) =>
      stored.set(settlement.number, { ...settlement, id: ids[at]!.id, rows: new Map() }),
    );
    const added = settlements.flatMap(({ number, rows }) => {
      const { id, rows: before } = stored.get(number)!;
      return rows.filter((row) => !before.has(keyOf(row))).map((row) => ({ settlement_id: id, ...row }));
    });
    const left =
      waiting === 0
        ? ""
        : `. ${waiting === 1 ? "1 row is" : `${formatCount(waiting)} rows are`} not settled yet`;
    if (added.length === 0)
      return { ok: true, settlements: 0, rows: 0, latest, message: `All of it was stored before${left}` };
    await insertRows(trx, "settlement_rows", added);
    const net = added.reduce((sum, { credit, debit }) => sum + credit - debit, 0);
    await recordAudit(
      trx,
      {
        staffId,
        subject: "settlement",
        subjectId: 0,
        action: "added",
        after: {
          Settlements: settlements.slice(0, 20).map(({ number }) => number),
          Rows: added.length,
          "Paid out": formatRupees(net),
        },
      },
      now,
    );
    const rows = added.length === 1 ? "1 row" : `${formatCount(added.length)} rows`;
    const of = settlements.length === 1 ? "1 settlement" : `${formatCount(settlements.length)} settlements`;
    const message = `${rows} of ${of} ${added.length === 1 ? "is" : "are"} stored${left}`;
    return { ok: true, settlements: fresh.length, rows: added.length, latest, message };
  });
}

const keyOf = ({ kind, entity }: Pick<SettlementRow, "kind" | "entity">) => `${kind} ${entity}`;
const figuresOf = ({ amount, fee, tax, debit, credit }: SettlementRow) =>
  [amount, fee, tax, debit, credit].join();

/** The figures of its rows by what they are of. */
interface StoredSettlement extends Omit<ReadSettlement, "rows"> {
  id: number;
  rows: Map<string, string>;
}

/** The settlements of a report that are stored, with the figures of their rows. */
async function storedSettlements(trx: Db, settlements: readonly ReadSettlement[]) {
  const stored = new Map<string, StoredSettlement>();
  for (let at = 0; at < settlements.length; at += FEW) {
    const found = await trx
      .selectFrom("settlements")
      .select(["id", "number", "settled_on as settledOn", "utr"])
      .where(
        "number",
        "in",
        settlements.slice(at, at + FEW).map(({ number }) => number),
      )
      .orderBy("id")
      .execute();
    if (found.length === 0) continue;
    const byId = new Map(found.map(({ id, number }) => [id, number]));
    for (const row of found) stored.set(row.number, { ...row, rows: new Map() });
    const rows = await trx
      .selectFrom("settlement_rows")
      .select(["settlement_id", "kind", "entity", "amount", "fee", "tax", "debit", "credit"])
      .where("settlement_id", "in", [...byId.keys()])
      .orderBy("id")
      .execute();
    for (const row of rows) stored.get(byId.get(row.settlement_id)!)!.rows.set(keyOf(row), figuresOf(row));
  }
  return stored;
}

/** The settlements of a time, the newest first; at most 400. */
export async function listSettlements(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<Settlement[]> {
  return db
    .selectFrom("settlements as s")
    .innerJoin("settlement_rows as r", "r.settlement_id", "s.id")
    .select(["s.number", "s.settled_on as settledOn", "s.utr"])
    .select(({ fn, eb }) => {
      const sumOf = (kind: "payment" | "refund") =>
        fn.sum<number>(eb.case().when("r.kind", "=", kind).then(eb.ref("r.amount")).else(0).end());
      const net = eb("r.credit", "-", eb.ref("r.debit"));
      return [
        fn.sum<number>(net).as("paidOut"),
        sumOf("payment").as("payments"),
        sumOf("refund").as("refunds"),
        fn.sum<number>("r.fee").as("fees"),
        fn
          .sum<number>(eb.case().when("r.kind", "in", ["payment", "refund"]).then(0).else(net).end())
          .as("other"),
      ];
    })
    .where("s.settled_on", ">=", from)
    .where("s.settled_on", "<=", to)
    .groupBy(["s.id", "s.number", "s.settled_on", "s.utr"])
    .orderBy("s.settled_on", "desc")
    .orderBy("s.id", "desc")
    .limit(FEW)
    .execute();
}
