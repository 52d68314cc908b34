import { formatCount } from "~/domain/kit/counts";
import { UnreadableFile } from "../import-limits";
import { findLayout } from "./find-layout.server";
import { openTable } from "./read-table.server";
import type { TableRow } from "./table";

/** What is held in memory at once. A workbook of 100 kB can unpack to gigabytes, since its cells share their texts. */
const WHOLE_MAX = { cells: 2_000_000, characters: 20_000_000 } as const;

/**
 * All rows of an uploaded table, with its heading and what stands above it.
 * @param file a path of the shop's own
 * @param mostRows no further ones are read: whoever allows fewer says so
 * @throws {UnreadableFile} also when it holds more than the shop keeps in memory
 */
export async function wholeTable(file: string, mostRows: number): Promise<TableRow[]> {
  const { rows, close } = await openTable(file, await findLayout(file, { headingRow: 0 }));
  const found: TableRow[] = [];
  let [cells, characters] = [0, 0];
  try {
    for await (const row of rows) {
      cells += row.cells.length;
      characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
      if (cells > WHOLE_MAX.cells) throw tooLarge(WHOLE_MAX.cells, "cells");
      if (characters > WHOLE_MAX.characters) throw tooLarge(WHOLE_MAX.characters, "characters");
      found.push(row);
      if (found.length === mostRows) break;
    }
    return found;
  } finally {
    await close();
  }
}

const tooLarge = (most: number, what: string) =>
  new UnreadableFile(`The table has more than ${formatCount(most)} ${what}. Split it.`);
