import { stateOfGstin } from "~/domain/kit/addresses/gst-states";
import { describeHsn, unitOf } from "./gstr1-rules";
import { type Amounts, add, type HsnRow, type Listed, type ReturnTables, total } from "./return-tables";

/** The tables of the return as rows for people: on the screen, and as the sheets of a workbook. Browser-safe. */

interface SheetColumn {
  heading: string;
  /** `day`: the cells are plain dates; `rupees`: paise; `percent`: hundredths of a per cent. */
  kind: "text" | "day" | "rupees" | "percent" | "count";
}

export interface ReturnSheet {
  /** As the sheets of the tax office's own workbook are called. */
  name: string;
  title: string;
  columns: readonly SheetColumn[];
  rows: { cells: (string | number)[]; orderId: number | null }[];
  /** Of taxed documents that are listed, and of sums. null: it has no amounts. */
  sum: Amounts | null;
}

const text = (heading: string): SheetColumn => ({ heading, kind: "text" });
const rupees = (heading: string): SheetColumn => ({ heading, kind: "rupees" });
const RATE: SheetColumn = { heading: "Rate", kind: "percent" };
const count = (heading: string): SheetColumn => ({ heading, kind: "count" });
const AMOUNTS = [
  rupees("Taxable value"),
  rupees("Integrated tax"),
  rupees("Central tax"),
  rupees("State tax"),
];
/** E.g. "29-Karnataka", as in the tax office’s own workbook. */
const placeOf = (code: string) => (code === "" ? "" : `${code}-${stateOfGstin(code)?.name ?? ""}`);
const amountsOf = (row: Amounts) => [row.taxable, row.integratedTax, row.centralTax, row.stateTax];

const document = (name: string): SheetColumn[] => [
  text(`${name} number`),
  { heading: `${name} date`, kind: "day" },
  rupees(`${name} value`),
];

function listed(given: {
  name: string;
  title: string;
  isNote: boolean;
  isRegistered: boolean;
  documents: readonly Listed[];
}): ReturnSheet {
  const { name, title, isNote, isRegistered, documents } = given;
  return {
    name,
    title,
    columns: [
      ...(isRegistered ? [text("Buyer’s GSTIN")] : []),
      ...document(isNote ? "Note" : "Invoice"),
      text("State of supply"),
      RATE,
      ...AMOUNTS,
    ],
    rows: documents.flatMap((one) =>
      one.rates.map((part) => ({
        orderId: one.orderId,
        cells: [
          ...(isRegistered ? [one.gstin] : []),
          one.number,
          one.issuedOn,
          one.value,
          placeOf(one.place),
          part.rate,
          ...amountsOf(part),
        ],
      })),
    ),
    sum: total(documents.flatMap(({ rates }) => rates)),
  };
}

const hsnSheet = (name: string, title: string, rows: readonly HsnRow[]): ReturnSheet => ({
  name,
  title,
  columns: [text("HSN"), text("Description"), text("Unit"), count("Quantity"), RATE, ...AMOUNTS],
  rows: rows.map((row) => ({
    orderId: null,
    cells: [row.hsn, describeHsn(row.hsn), unitOf(row.hsn), row.quantity, row.rate, ...amountsOf(row)],
  })),
  sum: total(rows),
});

/** All tables, in the sequence of their numbers; those with nothing in them too. */
export function sheetsOf(tables: ReturnTables): ReturnSheet[] {
  const untaxed = total([]);
  for (const { nil, exempt } of tables.nil) add(untaxed, { ...total([]), taxable: nil + exempt });
  return [
    listed({
      name: "b2b",
      title: "Table 4: taxed sales to registered buyers",
      isNote: false,
      isRegistered: true,
      documents: tables.b2b,
    }),
    listed({
      name: "b2cl",
      title: "Table 5: large taxed sales to unregistered buyers in other states",
      isNote: false,
      isRegistered: false,
      documents: tables.b2cl,
    }),
    {
      name: "b2cs",
      title: "Table 7: other taxed sales to unregistered buyers, less their notes",
      columns: [text("Supply"), text("State of supply"), RATE, ...AMOUNTS],
      rows: tables.b2cs.map((row) => ({
        orderId: null,
        cells: [
          row.split === "within_state" ? "Within the state" : "To another state",
          placeOf(row.place),
          row.rate,
          ...amountsOf(row),
        ],
      })),
      sum: total(tables.b2cs),
    },
    {
      name: "exemp",
      title: "Table 8: sales without tax, less their notes",
      columns: [text("Supply"), text("Buyers"), rupees("Nil rated"), rupees("Exempted"), rupees("Not GST")],
      rows: tables.nil.map((row) => ({
        orderId: null,
        cells: [
          row.split === "within_state" ? "Within the state" : "To other states",
          row.isRegistered ? "Registered" : "Unregistered",
          row.nil,
          row.exempt,
          0,
        ],
      })),
      sum: untaxed,
    },
    listed({
      name: "cdnr",
      title: "Table 9B: credit notes to registered buyers",
      isNote: true,
      isRegistered: true,
      documents: tables.cdnr,
    }),
    listed({
      name: "cdnur",
      title: "Table 9B: credit notes for large sales to unregistered buyers",
      isNote: true,
      isRegistered: false,
      documents: tables.cdnur,
    }),
    hsnSheet("hsn(b2b)", "Table 12: HSN, registered buyers, less notes", tables.hsnB2b),
    hsnSheet("hsn(b2c)", "Table 12: HSN, unregistered buyers, less notes", tables.hsnB2c),
    {
      name: "docs",
      title: "Table 13: documents issued",
      columns: [
        text("Nature"),
        text("From"),
        text("To"),
        count("Total"),
        count("Cancelled"),
        count("Net issued"),
      ],
      rows: tables.documents.map((run) => ({
        orderId: null,
        cells: [run.nature.name, run.from, run.to, run.total, run.cancelled, run.total - run.cancelled],
      })),
      sum: null,
    },
  ];
}
