import { expect, test } from "vitest";
import { createStaff } from "~/test/factories";
import { createTestDatabase } from "~/test/database";
import { addChoice, choicesById, findChoice, searchChoices } from "./choices.server";

const names = (choices: { name: string }[]) => choices.map(({ name }) => name);

async function withAuthors(...authors: string[]) {
  const db = await createTestDatabase();
  const staffId = await createStaff(db.write);
  const ids = [];
  for (const name of authors) {
    const added = await addChoice(db.write, { kind: "authors", name, staffId });
    if (added.ok) ids.push(added.choice.id);
  }
  return { db, staffId, ids };
}

test("lists names that begin with the text, then those that contain it, ignoring case and spacing", async () => {
  const { db } = await withAuthors("Rabindranath Tagore", "Tagore Devi", "Anita Desai", "100% Pure", "A_B");
  expect(names(await searchChoices(db.read, "authors", " TAGORE "))).toEqual([
    "Tagore Devi",
    "Rabindranath Tagore",
  ]);
  expect(names(await searchChoices(db.read, "authors", "rabindranath   tagore"))).toHaveLength(1);
  expect(names(await searchChoices(db.read, "authors", "%"))).toEqual(["100% Pure"]);
  expect(names(await searchChoices(db.read, "authors", "_"))).toEqual(["A_B"]);
  expect(names(await searchChoices(db.read, "authors", "'\0\""))).toEqual([]);
});

test("lists names that sound like the text, in any script, after those that contain it", async () => {
  const { db } = await withAuthors("Premanand", "प्रेमचंद", "Prem Chand Gupta", "Kamala Das");
  expect(names(await searchChoices(db.read, "authors", "prem"))).toEqual([
    "Prem Chand Gupta",
    "Premanand",
    "प्रेमचंद",
  ]);
  expect(names(await searchChoices(db.read, "authors", "Premchand"))).toEqual(["Prem Chand Gupta", "प्रेमचंद"]);
  expect(names(await searchChoices(db.read, "authors", "कमला"))).toEqual(["Kamala Das"]);
  // The same number names something else among the tags.
  expect(names(await searchChoices(db.read, "tags", "premchand"))).toEqual([]);
});

test("lists names with wrong letters behind those that contain the text", async () => {
  const { db } = await withAuthors(
    "Kamala Das",
    "Anita Desai",
    "Amita Desai",
    "Vikram Seth",
    "कृष्णा सोबती",
    "Roy",
    "Agar Sen",
    "Tagore",
  );
  const found = async (q: string) => names(await searchChoices(db.read, "authors", q));
  expect(await found("Desia")).toEqual(["Amita Desai", "Anita Desai"]);
  expect(await found("Anita Desia")).toEqual(["Anita Desai"]);
  expect(await found("Anita")).toEqual(["Anita Desai"]);
  expect(await found("vikrm senn")).toEqual([]);
  expect(await found("virkam seth")).toEqual(["Vikram Seth"]);
  expect(await found("सोबतल")).toEqual(["कृष्णा सोबती"]);
  expect(await found("Sobqti")).toEqual(["कृष्णा सोबती"]);
  expect(await found("ryo")).toEqual([]);
  // A part of one name, and nearly a word of the other.
  expect(await found("agor")).toEqual(["Tagore", "Agar Sen"]);
  expect(names(await searchChoices(db.read, "tags", "Desia"))).toEqual([]);
});

test("returns at most 20; an empty text finds the first by name", async () => {
  const { db } = await withAuthors(
    ...Array.from({ length: 25 }, (_, index) => `Writer ${String.fromCharCode(90 - index)}`),
  );
  const found = names(await searchChoices(db.read, "authors", ""));
  expect(found).toHaveLength(20);
  expect(found[0]).toBe("Writer B");
  expect(await searchChoices(db.read, "authors", "writer")).toHaveLength(20);
});

test("adds a name once, with an audit entry", async () => {
  const { db, staffId } = await withAuthors("Anita  Desai ");
  const again = await addChoice(db.write, { kind: "authors", name: "\tANITA desai", staffId });
  expect(again).toMatchObject({ ok: true, isNew: false, choice: { name: "Anita Desai" } });
  const entries = await db.read.selectFrom("audit_entries").selectAll().execute();
  expect(entries).toMatchObject([
    { account_id: staffId, subject: "author", action: "added", after: '{"Author name":"Anita Desai"}' },
  ]);
});

test("enforces the limits with the messages of the specification", async () => {
  const { db, staffId } = await withAuthors();
  const add = (kind: "authors" | "tags", name: string) => addChoice(db.write, { kind, name, staffId });
  expect(await add("authors", " \0")).toEqual({ ok: false, message: "Author name is required" });
  expect(await add("tags", "")).toEqual({ ok: false, message: "Book Tag is required" });
  expect(await add("authors", "é".repeat(100))).toMatchObject({ ok: true });
  expect(await add("authors", "e".repeat(101))).toEqual({
    ok: false,
    message: "Author name must be 100 characters or less",
  });
  expect(await add("tags", "t".repeat(30))).toMatchObject({ ok: true });
  expect(await add("tags", "t".repeat(31))).toEqual({
    ok: false,
    message: "Book Tag must be 30 characters or less",
  });
});

test("returns names in the order of the ids", async () => {
  const { db, ids } = await withAuthors("A", "B", "C");
  expect(names(await choicesById(db.read, "authors", [ids[2]!, 999, ids[0]!]))).toEqual(["C", "A"]);
  expect(await findChoice(db.read, "authors", " b")).toEqual({ id: ids[1], name: "B" });
  expect(await findChoice(db.read, "tags", "b")).toBeNull();
});
