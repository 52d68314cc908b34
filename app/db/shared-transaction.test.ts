import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import type { Db } from "./database.server";
import { sharedTransaction } from "./shared-transaction.server";

const addTag = (name: string) => (trx: Db) =>
  trx
    .insertInto("tags")
    .values({ name, name_key: name })
    .returning("id")
    .executeTakeFirstOrThrow()
    .then((row) => row.id);

const names = async (db: Db) =>
  (await db.selectFrom("tags").select("name").orderBy("id").execute()).map((tag) => tag.name);

test("runs all parallel writes in order, each with its own result", async () => {
  const { write, read } = await createTestDatabase();
  const wanted = Array.from({ length: 150 }, (_, n) => `tag ${n}`);
  const ids = await Promise.all(wanted.map((name) => sharedTransaction(write, addTag(name))));
  expect(await names(read)).toEqual(wanted);
  expect(new Set(ids).size).toBe(150);
});

test("an error rolls back only its own work", async () => {
  const { write, read } = await createTestDatabase();
  const results = await Promise.allSettled([
    sharedTransaction(write, addTag("first")),
    sharedTransaction(write, async (trx) => {
      await addTag("half done")(trx);
      throw new Error("no");
    }),
    sharedTransaction(write, addTag("first")), // refused: the name is taken
    sharedTransaction(write, addTag("last")),
  ]);
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
  expect(await names(read)).toEqual(["first", "last"]);
});

test("resolves after the commit: another connection sees the write at once", async () => {
  const { write, read } = await createTestDatabase();
  await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      await sharedTransaction(write, addTag(name));
      expect(await names(read)).toContain(name);
    }),
  );
});

test("writes of successive turns share a commit", async () => {
  const { write } = await createTestDatabase();
  const inEach: number[] = [];
  const writing: Promise<unknown>[] = [];
  let inThis = 0;
  for (let turn = 0; turn < 4; turn += 1) {
    writing.push(
      sharedTransaction(write, async (trx) => {
        inThis += 1;
        return addTag(`tag ${turn}`)(trx);
      }).then(() => {
        if (inThis > 0) inEach.push(inThis);
        inThis = 0;
      }),
    );
    // Every second one, as requests begin.
    await setImmediate();
    await setImmediate();
  }
  await Promise.all(writing);
  expect(inEach).toEqual([4]);
});
