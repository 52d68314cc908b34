import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { createTestDatabase } from "~/test/database";
import { queriesOf } from "~/test/databases/queries";
import { queryDepth } from "~/test/databases/query-depth";
import { isOnPostgres } from "~/test/databases/postgres";
import { csvFile } from "~/test/files/import-files";
import { importMappingSchema } from "../mapping";
import { BATCH_BOOKS } from "./batches.server";
import { importById } from "./import-runs.server";
import { createImport } from "./create-import.server";
import { planRun, requestImport } from "./import-steps.server";
import { runImports } from "./run-imports.server";

const { read, write } = await createTestDatabase();
const dir = mkdtempSync(path.join(tmpdir(), "kitab-statements-"));
const staff = { id: await createStaff(write), name: "Asha Rao" };
const stopping = new AbortController().signal;

let made = 0;
/** Books with people, tags, a publisher and a series of their own. */
const newBooks = (count: number) =>
  Array.from({ length: count }, () => {
    const n = String((made += 1)).padStart(6, "0");
    return {
      ISBN: `978812${n}0`,
      Title: `Novel ${n}`,
      Contributors: `Author ${n}; Translator ${n} (Translator)`,
      Brief: "A cow.",
      Price: "350",
      Stock: "5",
      Tags: `Novel; Tag ${n}`,
      Publisher: `Publisher ${n}`,
      Language: "Hindi",
      Series: `Series ${n}`,
      Thema: "FBA",
    };
  });

async function checked(rows: Record<string, string>[]): Promise<number> {
  const upload = { path: csvFile(Object.keys(rows[0]!), rows), fileName: "books.csv", staff, dir };
  const created = await createImport(write, upload);
  if (!created.ok) throw new Error(created.message);
  const mapping = importMappingSchema.parse({});
  expect(await planRun(write, created.id, { mode: "add_and_change", mapping })).toEqual({ ok: true });
  await runImports({ read, write }, { dir, stopping });
  return created.id;
}

/** Statements that the next step of an import builds: for the rows of a set each is built once. */
async function statements(): Promise<number> {
  let written = 0;
  const asked = await queriesOf(read, async (reading) => {
    const run = (writing: typeof write) => runImports({ read: reading, write: writing }, { dir, stopping });
    written = (await queriesOf(write, run)).length;
  });
  return asked.length + written;
}

/** Of a step that fits into one batch: importing these rows. */
async function ofImport(rows: Record<string, string>[]): Promise<number> {
  const id = await checked(rows);
  expect(await requestImport(write, id, staff)).toEqual({ ok: true });
  const count = await statements();
  expect(await importById(read, id)).toMatchObject({ status: "imported", written: rows.length });
  return count;
}

test("an import adds and changes many books by no more statements than few", async () => {
  const all = newBooks(BATCH_BOOKS.first);
  const few = await ofImport(all.slice(0, 5));
  const others = await ofImport(all.slice(5));
  const changed = all.map((book) => ({ ...book, Title: `${book.Title}, revised`, Tags: "Novel; Cows" }));
  const change = await ofImport(changed.slice(0, 5));
  // The first one adds the tag and the language that all have.
  expect(others).toBeLessThanOrEqual(few);
  expect(await ofImport(changed.slice(5))).toBeLessThanOrEqual(change);
  expect(few).toBeLessThanOrEqual(47);
});

test.runIf(isOnPostgres)("a batch waits for PostgreSQL a few dozen times", async () => {
  const id = await checked(newBooks(BATCH_BOOKS.first));
  await requestImport(write, id, staff);
  expect(await queryDepth(write, () => runImports({ read, write }, { dir, stopping }))).toBeLessThanOrEqual(
    45,
  );
});
