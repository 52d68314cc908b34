import { toRupees } from "~/domain/kit/money";
import { daySerial, type Sheet, type SheetCell, xlsxStream } from "~/platform/xlsx-stream.server";
import type { Check } from "./return-checks";
import { type ReturnSheet, sheetsOf } from "./return-sheets";
import type { ReturnTables } from "./return-tables";

const PORTION = 500;
const WIDE = 26;

const STYLES = { text: "text", day: "day", rupees: "money", percent: "general", count: "general" } as const;

async function* portions(rows: readonly SheetCell[][]): AsyncGenerator<SheetCell[][]> {
  for (let from = 0; from < rows.length; from += PORTION) yield rows.slice(from, from + PORTION);
}

function sheet({ name, columns, rows }: ReturnSheet): Sheet {
  return {
    name,
    columns: columns.map(({ heading, kind }) => ({
      heading,
      style: STYLES[kind],
      width: kind === "text" ? WIDE : 16,
    })),
    rows: portions(
      rows.map(({ cells }) =>
        cells.map((cell, at) => {
          const { kind } = columns[at]!;
          if (typeof cell === "string") return kind === "day" ? daySerial(Date.parse(cell)) : cell;
          return kind === "rupees" ? toRupees(cell) : kind === "percent" ? cell / 100 : cell;
        }),
      ),
    ),
  };
}

/** A workbook with the sums, the checks, and a sheet for each table; made while it is read. Rupees. */
export function gstr1Workbook(given: {
  tables: ReturnTables;
  checks: readonly Check[];
}): AsyncIterable<Uint8Array> {
  const sheets = sheetsOf(given.tables);
  const money = ["Taxable value", "Integrated tax", "Central tax", "State tax"].map((heading) => ({
    heading,
    style: "money" as const,
    width: 16,
  }));
  const sums: Sheet = {
    name: "Sums",
    columns: [
      { heading: "Table", style: "text", width: 60 },
      { heading: "Rows", style: "general" },
      ...money,
    ],
    rows: portions(
      sheets.map(({ title, rows, sum }) => [
        title,
        rows.length,
        ...(sum
          ? [sum.taxable, sum.integratedTax, sum.centralTax, sum.stateTax].map(toRupees)
          : [null, null, null, null]),
      ]),
    ),
  };
  const checks: Sheet = {
    name: "Checks",
    columns: [
      { heading: "Check", style: "text", width: 60 },
      { heading: "Result", style: "text" },
      { heading: "What was found", style: "text", width: 80 },
    ],
    rows: portions(
      given.checks.flatMap(({ title, state, text, items, more }) => [
        [title, RESULTS[state], text],
        ...items.map((item): SheetCell[] => ["", "", item.text]),
        ...(more > 0 ? [["", "", `and ${more} more`]] : []),
      ]),
    ),
  };
  return xlsxStream([sums, checks, ...sheets.map(sheet)]);
}

const RESULTS = { fine: "Fine", look: "Please look", wrong: "Wrong" } as const;
