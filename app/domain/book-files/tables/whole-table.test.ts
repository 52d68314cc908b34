import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { UnreadableFile } from "../import-limits";
import { wholeTable } from "./whole-table.server";

const file = path.join(import.meta.dirname, `whole-table-${process.pid}.csv`);

test.each([
  ["20,00,000 cells", `a${",".repeat(499)}b\n`, 4_001],
  ["2,00,00,000 characters", `a,${"x".repeat(49_000)}\n`, 410],
])("a table of more than %s is refused, not held in memory", async (most, row, rows) => {
  await writeFile(file, row.repeat(rows));
  try {
    const read = wholeTable(file, 100_000);
    await expect(read).rejects.toThrow(UnreadableFile);
    await expect(read).rejects.toThrow(`The table has more than ${most}`);
    expect(await wholeTable(file, 9)).toHaveLength(9);
  } finally {
    await rm(file);
  }
});
