import { beforeEach, expect, test } from "vitest";
import { clearAudit, createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { readAudit } from "~/domain/kit/audit/audit.server";
import type { ListSearch } from "~/domain/kit/listing/listing";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { masterDataSchema } from "./master-data.schema";
import { findByName, listMasterData, saveMasterData } from "./master-data.server";

const { write, read, prepareSearch } = await createTestDatabase();
const ENTITIES: MasterDataEntity[] = Object.values(MASTER_DATA);
const PLAIN: ListSearch<"title"> = { q: "", page: 1, size: 10, sort: null };
let staffId = 0;

beforeEach(async () => {
  for (const { table } of ENTITIES) await write.deleteFrom(table).execute();
  await clearAudit(write);
  staffId = await createStaff(write, { first_name: "Kamala", last_name: "Iyer" });
});

const add = (entity: MasterDataEntity, name: string) =>
  saveMasterData(write, entity, { id: null, name, staffId });

const names = async (entity: MasterDataEntity, search: Partial<typeof PLAIN> = {}) =>
  (await listMasterData(read, entity, { ...PLAIN, ...search })).rows.map((row) => row.name);

test.each(ENTITIES)("$key: enforces its limit with its messages", (entity) => {
  const problems = (name?: string) =>
    masterDataSchema(entity)
      .safeParse({ name })
      .error?.issues.map((issue) => issue.message);
  expect(problems("x".repeat(entity.max))).toBeUndefined();
  expect(problems("x".repeat(entity.max + 1))).toEqual([entity.tooLong]);
  expect(problems(" \t ")).toEqual([entity.required]);
  expect(problems("\0")).toEqual([entity.required]);
  expect(problems(undefined)).toEqual([entity.required]);
  expect(masterDataSchema(entity).parse({ name: "  Neem \0  Tree\n" })).toEqual({ name: "Neem Tree" });
});

test.each(ENTITIES)("$key: the longest name fits into the table", async (entity) => {
  expect(await add(entity, "ñ".repeat(entity.max))).toMatchObject({ ok: true });
});

test("refuses an existing name, ignoring case and spacing", async () => {
  expect(await add(MASTER_DATA.tag, "Short stories")).toMatchObject({
    message: "Book Tag added successfully!",
  });
  expect(await add(MASTER_DATA.tag, "SHORT  Stories")).toEqual({
    ok: false,
    reason: "exists",
    message: "Book Tag already exists",
  });
  expect(await names(MASTER_DATA.tag)).toEqual(["Short stories"]);
  expect(await add(MASTER_DATA.author, "Short stories")).toMatchObject({ ok: true });
});

test("changes a name, even only its case; refuses the name of another row", async () => {
  const first = await add(MASTER_DATA.author, "mahasweta devi");
  await add(MASTER_DATA.author, "Ashapurna Devi");
  if (!first.ok) throw new Error(first.message);
  const rename = (name: string) => saveMasterData(write, MASTER_DATA.author, { id: first.id, name, staffId });
  expect(await rename("Mahasweta Devi")).toMatchObject({ ok: true, message: "Author updated successfully!" });
  expect(await rename("ashapurna devi")).toMatchObject({ ok: false, message: "Author already exists" });
  expect(await names(MASTER_DATA.author)).toEqual(["Ashapurna Devi", "Mahasweta Devi"]);
  expect(await saveMasterData(write, MASTER_DATA.author, { id: 999, name: "Nobody", staffId })).toMatchObject(
    {
      ok: false,
      reason: "unknown",
    },
  );
});

test("writes an audit entry for each change, but not for saving the same name again", async () => {
  const made = await add(MASTER_DATA.publisher, "Neem Tree");
  if (!made.ok) throw new Error(made.message);
  const save = (name: string) => saveMasterData(write, MASTER_DATA.publisher, { id: made.id, name, staffId });
  await save("Neem Tree Press");
  await save("Neem Tree Press");
  const entries = await readAudit(read, "publisher", made.id);
  expect(entries.map(({ who, action, changes }) => ({ who, action, changes }))).toEqual([
    {
      who: expect.stringMatching(/^Kamala Iyer/) as string,
      action: "updated",
      changes: [{ field: "Publisher Name", before: "Neem Tree", after: "Neem Tree Press" }],
    },
    {
      who: expect.stringMatching(/^Kamala Iyer/) as string,
      action: "added",
      changes: [{ field: "Publisher Name", before: null, after: "Neem Tree" }],
    },
  ]);
});

test("a search forgives wrong letters if no name of this list is found otherwise", async () => {
  for (const name of ["Mahasweta Devi", "Ashapurna Devi", "महादेवी वर्मा", "Rao"])
    await add(MASTER_DATA.author, name);
  await add(MASTER_DATA.tag, "Mahasweta");
  await add(MASTER_DATA.publisher, "Pengiun");
  await add(MASTER_DATA.logisticsProvider, "Blue Dart");
  const similar = async (entity: MasterDataEntity, q: string) => {
    const { rows, isForgiven } = await listMasterData(read, entity, { ...PLAIN, q });
    expect(isForgiven).toBe(rows.length > 0);
    return rows.map(({ name }) => name);
  };
  for (const q of ["mahaswtea", "mahqswexa", "devi mahasweqa"])
    expect(await similar(MASTER_DATA.author, q), q).toEqual(["Mahasweta Devi"]);
  expect(await similar(MASTER_DATA.author, "महादेलू")).toEqual(["महादेवी वर्मा"]);
  expect(await similar(MASTER_DATA.author, "penguin")).toEqual([]);
  expect(await similar(MASTER_DATA.publisher, "penguin")).toEqual(["Pengiun"]);
  for (const q of ["roa", "2026"]) expect(await similar(MASTER_DATA.author, q)).toEqual([]);
  expect(await similar(MASTER_DATA.logisticsProvider, "blue dqrt")).toEqual([]);
  // Whole words of a name, and parts of one.
  for (const q of ["mahasweta", "asweta", "devi"])
    expect(await listMasterData(read, MASTER_DATA.author, { ...PLAIN, q })).toMatchObject({
      isForgiven: false,
    });
});

/** Code points, or a database's own language, would order most of these otherwise. */
const IN_ORDER = [
  "2 Tides",
  "10 Tides",
  "arundhati roy",
  "Émile Zola",
  "“Firaq” Gorakhpuri",
  "آزاد",
  "اقبال",
  "پریم چند",
  "कंकाल",
  "किरण नगरकर",
  "क़ुर्रतुलऐन हैदर",
  "গৌরী",
  "ਸੁਰਜੀਤ",
  "ਕਰਤਾਰ",
  "அலை",
  "அழகு",
  "அன்பு",
];

test.each(ENTITIES)(
  "$listTitle are in the order of their alphabets unless sorted; a new name is moved, also one without a key",
  async (entity) => {
    for (const name of IN_ORDER.toReversed()) await add(entity, name);
    const listed = () => names(entity, { size: 50 });
    expect(await listed()).toEqual(IN_ORDER);
    const sort = { field: "title", direction: "desc" } as const;
    expect(await names(entity, { size: 50, sort })).toEqual(IN_ORDER.toReversed());
    const row = (await findByName(read, entity, "arundhati roy"))!;
    await saveMasterData(write, entity, { id: row.id, name: "Zubaan", staffId });
    expect((await listed()).slice(2, 5)).toEqual(["Émile Zola", "“Firaq” Gorakhpuri", "Zubaan"]);
    await saveMasterData(write, entity, { id: row.id, name: "arundhati roy", staffId });
    await write.updateTable(entity.table).set({ sort_key: "" }).execute();
    await prepareSearch();
    expect(await listed()).toEqual(IN_ORDER);
  },
);

test("lists by name in both directions, with search and pages", async () => {
  for (const name of ["Bengali", "assamese", "Urdu", "100%_Sanskrit"]) await add(MASTER_DATA.language, name);
  expect(await names(MASTER_DATA.language)).toEqual(["100%_Sanskrit", "assamese", "Bengali", "Urdu"]);
  const by = (direction: "asc" | "desc") =>
    names(MASTER_DATA.language, { sort: { field: "title", direction } });
  expect(await by("asc")).toEqual(["100%_Sanskrit", "assamese", "Bengali", "Urdu"]);
  expect(await by("desc")).toEqual(["Urdu", "Bengali", "assamese", "100%_Sanskrit"]);
  expect(await names(MASTER_DATA.language, { q: "SAM" })).toEqual(["assamese"]);
  expect(await names(MASTER_DATA.language, { q: "%_" })).toEqual(["100%_Sanskrit"]);
  expect(await listMasterData(read, MASTER_DATA.language, { ...PLAIN, size: 5, page: 7 })).toMatchObject({
    page: 1,
    pageCount: 1,
    count: 4,
  });
});
