import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { movedTags } from "~/domain/catalogue/books/lists/catalogue.server";
import { DEFAULT_CONTENT } from "../home/default-home";
import { saveBlock } from "../home/edit-blocks.server";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { saveMasterData } from "~/domain/catalogue/names/master-data.server";
import { deleteName } from "./delete-name.server";
import { mergeNames } from "./merge-names.server";

let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

const { author, tag } = MASTER_DATA;
const add = async (entity: MasterDataEntity, name: string) => {
  const saved = await saveMasterData(db.write, entity, { id: null, name, staffId });
  if (!saved.ok) throw new Error(saved.message);
  return saved.id;
};

test("an unused name goes, with an entry in the log; its id is not given again", async () => {
  const id = await add(author, "Nobody");
  expect(await deleteName(db.write, author, { id, staffId })).toEqual({
    ok: true,
    message: "Author deleted successfully!",
  });
  expect(await deleteName(db.write, author, { id, staffId })).toMatchObject({
    ok: false,
    reason: "unknown",
  });
  const [entry] = await readAudit(db.read, "author", id);
  expect(entry).toMatchObject({
    action: "deleted",
    changes: [{ field: "Author name", before: "Nobody", after: null }],
  });
  expect(await add(author, "Somebody")).toBe(id + 1);
});

test("a name that came into use stays: books, orders and the home page count", async () => {
  const bookId = await catalogueBook(db.write, { title: "Gora" });
  const usedId = await add(author, "Tagore");
  await db.write
    .insertInto("book_contributors")
    .values({ book_id: bookId, author_id: usedId, role: "B06", position: 0 })
    .execute();
  const used = await deleteName(db.write, author, { id: usedId, staffId });
  expect(used).toEqual({
    ok: false,
    reason: "used",
    message: "“Tagore” is used by 1 book, so it cannot be deleted. It can be merged into another one.",
  });
  const shown = await add(author, "Devi");
  const content = {
    ...DEFAULT_CONTENT.shelf,
    heading: "By Devi",
    source: "author" as const,
    author: shown,
  };
  await saveBlock(db.write, { id: null, kind: "shelf", content, revision: 0, staffId });
  expect(await deleteName(db.write, author, { id: shown, staffId })).toMatchObject({
    message:
      "“Devi” is used by the home page (Shelf of books ‘By Devi’), so it cannot be deleted. It can be merged into another one.",
  });
});

test("names that were merged into it lead nowhere any more", async () => {
  const fromId = await add(tag, "Novels");
  const id = await add(tag, "Novel");
  await mergeNames(db.write, tag, { fromId, intoId: id, staffId });
  await deleteName(db.write, tag, { id, staffId });
  expect(await movedTags(db.read, ["Novels"])).toBeNull();
});
