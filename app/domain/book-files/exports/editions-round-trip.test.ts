import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { uploadedFile } from "~/test/files/import-files";
import { linkEditions } from "~/domain/catalogue/editions/link-editions.server";
import { importMappingSchema } from "../mapping";
import { importById } from "../runs/import-runs.server";
import { createImport } from "../runs/create-import.server";
import { planRun, requestImport } from "../runs/import-steps.server";
import { runImports } from "../runs/run-imports.server";
import { ALL_BOOKS, exportBooks } from "./export-books.server";
import type { ExportFormat } from "./exports";

const dir = mkdtempSync(path.join(tmpdir(), "kitab-imports-"));

type Shop = Awaited<ReturnType<typeof createTestDatabase>>;

/** Two works, one with a hidden book, one without ISBN and one of ten digits in it; and two books that are alone. */
async function createEditions() {
  const shop = await createTestDatabase();
  const staffId = await createStaff(shop.write);
  const book = (title: string, isbn13: string | null, hidden: 0 | 1 = 0) =>
    catalogueBook(shop.write, { ...FULL_BOOK, title, isbn13, hidden, sku: `S ${title}` });
  const link = (bookId: number, otherId: number) => linkEditions(shop.write, { bookId, otherId, staffId });
  const paper = await book("Gora, paperback", "9780306406157");
  const bound = await book("Godan, bound", "9780143065838");
  await book("Nirmala", "9788126415397");
  for (const [title, isbn, hidden] of [
    ["Gora, hardback", "8171670008"],
    ["Gora, e-book", null],
    ["Gora, audiobook", "9788126415380", 1],
  ] as const)
    await link(paper, await book(title, isbn, hidden));
  await link(bound, await book("Godan, paperback", "9788190000017"));
  await book("Gaban", null);
  return shop;
}

async function exported({ read }: Shop, format: ExportFormat): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const given = { format, list: ALL_BOOKS, origin: "https://books.example.in" };
  for await (const piece of await exportBooks(read, given)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** The titles of each work. */
async function works({ read }: Shop): Promise<string[]> {
  const rows = await read.selectFrom("books").select(["title", "work_id"]).orderBy("title").execute();
  const titles = new Map<number, string[]>();
  for (const { title, work_id } of rows)
    if (work_id !== null) titles.set(work_id, [...(titles.get(work_id) ?? []), title]);
  return [...titles.values()].map((list) => list.join("; ")).sort();
}

test.each(["csv", "xlsx", "onix"] as const)(
  "a %s file makes the same works in an empty shop",
  async (format) => {
    const from = await createEditions();
    expect(await works(from)).toHaveLength(2);
    const to = await createTestDatabase();
    const staff = { id: await createStaff(to.write), name: "Asha Rao" };
    for (const round of ["first", "again"]) {
      const file = uploadedFile(await exported(from, format));
      const created = await createImport(to.write, { path: file, fileName: "books", staff, dir });
      if (!created.ok) throw new Error(created.message);
      // The numbers of books are each shop's own.
      const mapping = importMappingSchema.parse({ columns: { "Book ID": null }, keywordsAsTags: true });
      await planRun(to.write, created.id, { mode: "add_and_change", mapping });
      const run = () => runImports(to, { dir, stopping: new AbortController().signal });
      await run();
      const counts = { refused: 0, ...(round === "first" ? { added: 8 } : { unchanged: 8 }) };
      expect((await importById(to.read, created.id))!.counts).toMatchObject(counts);
      await requestImport(to.write, created.id, staff);
      await run();
      expect(await works(to)).toEqual(await works(from));
    }
  },
);
