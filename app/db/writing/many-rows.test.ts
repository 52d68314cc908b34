import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { insertRows, updateRows } from "./many-rows.server";

const { read, write } = await createTestDatabase();

/** Texts that need care on their way, two with what no text of PostgreSQL can have. */
const TEXTS = ['a "b" \\ \n\t', "तारे 😀", "{1,2}", "null", "\\u0000", "a\0b", "\ud800!"];
const held = (text: string) =>
  isOnPostgres ? text.replaceAll("\0", "\uFFFD").toWellFormed() : Buffer.from(text).toString();

test("rows are written with their values, and their ids come in their order", async () => {
  const rows = TEXTS.map((name, at) => ({ name, name_key: `key ${at}` }));
  const returned = await write
    .transaction()
    .execute((trx) => insertRows(trx, "authors", rows, ["id", "name_key"]));
  expect(returned.map(({ name_key }) => name_key)).toEqual(rows.map((row) => row.name_key));
  const names = await read.selectFrom("authors").select(["id", "name"]).orderBy("id").execute();
  expect(names).toEqual(TEXTS.map((text, at) => ({ id: returned[at]!.id, name: held(text) })));
  expect(await write.transaction().execute((trx) => insertRows(trx, "authors", []))).toEqual([]);
});

test("rows are changed, each in its own way, and no others", async () => {
  const at = "2026-11-27T08:00:00.000Z";
  const row = {
    kind: "import",
    status: "planned",
    actor: "",
    created_at: at,
    columns: "[]",
    format: "kitab",
  };
  await write.transaction().execute(async (trx) => {
    const ids = await insertRows(
      trx,
      "bulk_changes",
      ["a", "b", "c"].map((file_name) => ({ ...row, kind: "import", status: "planned", file_name }) as const),
      ["id"],
    );
    await updateRows(trx, "bulk_changes", [
      { where: { id: ids[0]!.id, status: "planned" }, set: { rows: 3, problem: TEXTS[0] } },
      { where: { id: ids[1]!.id, status: "planned" }, set: { holder: "b" } },
      { where: { id: ids[2]!.id, status: "imported" }, set: { rows: 9, problem: "never" } },
    ]);
    await updateRows(trx, "bulk_changes", [
      { where: { id: ids[1]!.id }, set: { rows: null, problem: "two" } },
    ]);
  });
  const found = await read
    .selectFrom("bulk_changes")
    .select(["file_name", "rows", "problem", "holder"])
    .orderBy("id")
    .execute();
  expect(found).toEqual([
    { file_name: "a", rows: 3, problem: TEXTS[0], holder: null },
    { file_name: "b", rows: null, problem: "two", holder: "b" },
    { file_name: "c", rows: null, problem: null, holder: null },
  ]);
});
