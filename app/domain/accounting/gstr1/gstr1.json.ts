import { z } from "zod";
import { toRupees } from "~/domain/kit/money";
import { describeHsn, unitOf } from "./gstr1-rules";
import type { Amounts, HsnRow, Listed, NumberRun, ReturnTables, Split } from "./return-tables";

/**
 * The return as the portal's offline tool writes it: names and shapes are the portal's. Rupees with two decimals. Within a
 * state a row has camt and samt, between states iamt.
 */

/** The version of the tool whose files look like this. */
const VERSION = "GST3.2.4";

const rupees = z.number();
const taxes = {
  iamt: rupees.optional(),
  camt: rupees.optional(),
  samt: rupees.optional(),
  csamt: rupees,
};
const date = z.string().meta({ examples: ["28-11-2026"] });
const items = z.array(
  z.object({ num: z.number().int(), itm_det: z.object({ rt: z.number(), txval: rupees, ...taxes }) }),
);
const invoice = z.object({
  inum: z.string(),
  idt: date,
  val: rupees,
  pos: z.string(),
  rchrg: z.literal("N"),
  inv_typ: z.literal("R"),
  itms: items,
});
const note = z.object({
  ntty: z.literal("C"),
  nt_num: z.string(),
  nt_dt: date,
  val: rupees,
  pos: z.string(),
  rchrg: z.literal("N"),
  inv_typ: z.literal("R"),
  itms: items,
});
const hsn = z.array(
  z.object({
    num: z.number().int(),
    hsn_sc: z.string(),
    desc: z.string(),
    uqc: z.enum(["NOS", "NA"]),
    qty: z.number(),
    rt: z.number(),
    txval: rupees,
    iamt: rupees,
    camt: rupees,
    samt: rupees,
    csamt: rupees,
  }),
);

/** The body of the file, and the answer of the API. */
export const gstr1Json = z
  .object({
    gstin: z.string(),
    fp: z.string().meta({ description: "Month and year.", examples: ["112026"] }),
    version: z.string(),
    hash: z.string(),
    b2b: z.array(z.object({ ctin: z.string(), inv: z.array(invoice) })),
    b2cl: z.array(
      z.object({
        pos: z.string(),
        inv: z.array(z.object({ inum: z.string(), idt: date, val: rupees, itms: items })),
      }),
    ),
    b2cs: z.array(
      z.object({
        sply_ty: z.enum(["INTRA", "INTER"]),
        rt: z.number(),
        typ: z.literal("OE"),
        pos: z.string(),
        txval: rupees,
        ...taxes,
      }),
    ),
    nil: z.object({
      inv: z.array(
        z.object({
          sply_ty: z.enum(["INTRB2B", "INTRAB2B", "INTRB2C", "INTRAB2C"]),
          expt_amt: rupees,
          nil_amt: rupees,
          ngsup_amt: rupees,
        }),
      ),
    }),
    cdnr: z.array(z.object({ ctin: z.string(), nt: z.array(note) })),
    cdnur: z.array(note.omit({ rchrg: true, inv_typ: true }).extend({ typ: z.literal("B2CL") })),
    hsn: z.object({ hsn_b2b: hsn, hsn_b2c: hsn }),
    doc_issue: z.object({
      doc_det: z.array(
        z.object({
          doc_num: z.number().int(),
          doc_typ: z.string(),
          docs: z.array(
            z.object({
              num: z.number().int(),
              from: z.string(),
              to: z.string(),
              totnum: z.number().int(),
              cancel: z.number().int(),
              net_issue: z.number().int(),
            }),
          ),
        }),
      ),
    }),
  })
  .meta({ id: "SalesReturn" });

export type Gstr1Json = z.infer<typeof gstr1Json>;

/** @param given.month e.g. "2026-11" */
export function toGstr1Json(given: { gstin: string; month: string; tables: ReturnTables }): Gstr1Json {
  const { gstin, month, tables } = given;
  return {
    gstin,
    fp: `${month.slice(5)}${month.slice(0, 4)}`,
    version: VERSION,
    hash: "hash",
    b2b: grouped(tables.b2b, (one) => one.gstin).map(([ctin, documents]) => ({
      ctin,
      inv: documents.map((one) => ({
        ...invoiceOf(one),
        pos: one.place,
        rchrg: "N" as const,
        inv_typ: "R" as const,
        itms: itemsOf(one),
      })),
    })),
    b2cl: grouped(tables.b2cl, (one) => one.place).map(([pos, documents]) => ({
      pos,
      inv: documents.map((one) => ({ ...invoiceOf(one), itms: itemsOf(one) })),
    })),
    b2cs: tables.b2cs.map((row) => ({
      sply_ty: row.split === "within_state" ? ("INTRA" as const) : ("INTER" as const),
      rt: row.rate / 100,
      typ: "OE" as const,
      pos: row.place,
      txval: toRupees(row.taxable),
      ...taxesOf(row, row.split),
    })),
    nil: {
      inv: tables.nil.map((row) => ({
        sply_ty:
          `${row.split === "within_state" ? "INTRA" : "INTR"}${row.isRegistered ? "B2B" : "B2C"}` as const,
        expt_amt: toRupees(row.exempt),
        nil_amt: toRupees(row.nil),
        ngsup_amt: 0,
      })),
    },
    cdnr: grouped(tables.cdnr, (one) => one.gstin).map(([ctin, documents]) => ({
      ctin,
      nt: documents.map((one) => ({
        ...noteOf(one),
        pos: one.place,
        rchrg: "N" as const,
        inv_typ: "R" as const,
        itms: itemsOf(one),
      })),
    })),
    cdnur: tables.cdnur.map((one) => ({
      typ: "B2CL" as const,
      ...noteOf(one),
      pos: one.place,
      itms: itemsOf(one),
    })),
    hsn: { hsn_b2b: hsnOf(tables.hsnB2b), hsn_b2c: hsnOf(tables.hsnB2c) },
    doc_issue: { doc_det: issuedOf(tables.documents) },
  };
}

const portalDate = (day: string) => day.split("-").reverse().join("-");

const invoiceOf = ({ number, issuedOn, value }: Listed) => ({
  inum: number,
  idt: portalDate(issuedOn),
  val: toRupees(value),
});

const noteOf = ({ number, issuedOn, value }: Listed) => ({
  ntty: "C" as const,
  nt_num: number,
  nt_dt: portalDate(issuedOn),
  val: toRupees(value),
});

const itemsOf = ({ rates, split }: Listed) =>
  rates.map((row, at) => ({
    num: at + 1,
    itm_det: { rt: row.rate / 100, txval: toRupees(row.taxable), ...taxesOf(row, split) },
  }));

const taxesOf = (row: Amounts, split: Split) =>
  split === "within_state"
    ? { camt: toRupees(row.centralTax), samt: toRupees(row.stateTax), csamt: 0 }
    : { iamt: toRupees(row.integratedTax), csamt: 0 };

const hsnOf = (rows: readonly HsnRow[]) =>
  rows.map((row, at) => ({
    num: at + 1,
    hsn_sc: row.hsn,
    desc: describeHsn(row.hsn),
    uqc: unitOf(row.hsn),
    qty: row.quantity,
    rt: row.rate / 100,
    txval: toRupees(row.taxable),
    iamt: toRupees(row.integratedTax),
    camt: toRupees(row.centralTax),
    samt: toRupees(row.stateTax),
    csamt: 0,
  }));

const issuedOf = (runs: readonly NumberRun[]) =>
  grouped(runs, ({ nature }) => nature).map(([{ code, name }, docs]) => ({
    doc_num: code,
    doc_typ: name,
    docs: docs.map((run, at) => ({
      num: at + 1,
      from: run.from,
      to: run.to,
      totnum: run.total,
      cancel: run.cancelled,
      net_issue: run.total - run.cancelled,
    })),
  }));

/** In the order in which the keys first come. */
function grouped<Row, Key>(rows: readonly Row[], by: (row: Row) => Key): [Key, Row[]][] {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(by(row));
    if (group) group.push(row);
    else groups.set(by(row), [row]);
  }
  return [...groups];
}
