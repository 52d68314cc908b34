import { boundedCache } from "~/platform/bounded-cache";
import { shortText } from "~/domain/kit/short-text";
import { findLayout } from "./find-layout.server";
import type { Layout } from "./layout";
import { fileKind, openTable } from "./read-table.server";

const ROWS = 3;
const LENGTH = 60;

/** A workbook has to be unpacked each time it is opened. */
const cache = boundedCache<string[][]>({
  maxBytes: 1024 * 1024,
  bytesOf: (rows) => rows.flat().reduce((sum, cell) => sum + 2 * cell.length + 16, 0),
});

/**
 * The first rows of a table, their cells cut to some words, so that people recognise its columns. None of a file that
 * is no table.
 * @param file a path of the shop's own, whose content never changes
 * @throws {UnreadableFile}
 */
export async function sampleRows(file: string, layout: Layout | null): Promise<string[][]> {
  const place = `${file} ${layout?.headingRow} ${layout?.sheet}`;
  const known = cache.get(place);
  if (known) return known;
  const samples: string[][] = [];
  if ((await fileKind(file)) !== "xml") {
    const { rows } = await openTable(file, layout ?? (await findLayout(file)));
    for await (const { cells } of rows) {
      samples.push(cells.map((cell) => shortText(cell, LENGTH)));
      if (samples.length === ROWS) break;
    }
  }
  cache.set(place, samples);
  return samples;
}
