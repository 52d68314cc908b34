import { UnreadableFile } from "../import-limits";
import { csvStyle } from "./csv-text.server";
import { headingRowOf, knownHeadings } from "./find-heading";
import { type Layout, MOST_COUNTED, type WantedLayout } from "./layout";
import { csvRows } from "./read-csv.server";
import { fileKind } from "./read-table.server";
import { type OpenWorkbook, openWorkbook } from "./read-xlsx.server";
import type { RawRow } from "./table";
import { EMPTY, firstRows } from "./table-rows";

/** Sheets whose rows are looked at and counted. */
const SHEETS_LOOKED_AT = 20;

/**
 * Finds how a table lies in its file: sheet, row of the headings, separator, encoding.
 * @param wanted what staff say; the rest is found
 * @throws {UnreadableFile} a sentence for staff
 */
export async function findLayout(file: string, wanted: WantedLayout = {}): Promise<Layout> {
  if ((await fileKind(file)) === "xlsx") return layoutOfWorkbook(file, wanted);
  if (wanted.sheet) throw new UnreadableFile(`A CSV file has no sheets, so none called "${wanted.sheet}".`);
  const style = await csvStyle(file);
  const rows = csvRows(file, style);
  const first = await firstRows(rows).finally(() => rows.return(undefined));
  return { sheet: null, sheets: [], ...style, headingRow: headingRow(first, wanted) };
}

function headingRow(first: RawRow[], wanted: WantedLayout): number {
  const found = wanted.headingRow ?? headingRowOf(first);
  if (found === null) throw new UnreadableFile(EMPTY);
  return found;
}

async function layoutOfWorkbook(file: string, wanted: WantedLayout): Promise<Layout> {
  const workbook = await openWorkbook(file);
  try {
    const looked: LookedAt[] = [];
    for (const name of workbook.sheets.slice(0, SHEETS_LOOKED_AT)) looked.push(await lookAt(workbook, name));
    const chosen = wanted.sheet === undefined ? bestOf(looked) : await chosenSheet(workbook, wanted.sheet);
    if (chosen.problem) throw chosen.problem;
    const counts = new Map(looked.map(({ name, count }) => [name, count]));
    return {
      sheet: chosen.name,
      sheets: workbook.sheets.map((name) => ({ name, rows: counts.get(name) ?? null })),
      headingRow: headingRow(chosen.first, wanted),
      separator: null,
      encoding: null,
      damaged: null,
    };
  } finally {
    await workbook.close();
  }
}

interface LookedAt {
  name: string;
  first: RawRow[];
  count: number | null;
  /** Why it cannot be read. */
  problem?: UnreadableFile;
}

/** A sheet that cannot be read does not matter when it is not the one with the books. */
async function lookAt(workbook: OpenWorkbook, name: string): Promise<LookedAt> {
  try {
    const { first } = await chosenSheet(workbook, name);
    return { name, first, count: await workbook.count(name, MOST_COUNTED) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { name, first: [], count: null, problem: error };
  }
}

async function chosenSheet(workbook: OpenWorkbook, name: string): Promise<LookedAt> {
  const rows = workbook.rows(name);
  const first = await firstRows(rows).finally(() => rows.return(undefined));
  return { name, first, count: null };
}

/** The first sheet with known headings; else the first with anything in it. */
function bestOf(looked: LookedAt[]): LookedAt {
  const hasHeadings = ({ first }: LookedAt) => first.some(({ cells }) => knownHeadings(cells) > 1);
  return looked.find(hasHeadings) ?? looked.find(({ first }) => first.length > 0) ?? looked[0]!;
}
