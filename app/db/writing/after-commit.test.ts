import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { afterCommit } from "./after-commit.server";

test("what waits for a commit runs after it, once, and not after a rollback", async () => {
  const { write } = await createTestDatabase();
  const done: string[] = [];
  const raise = (fails: boolean) =>
    write.transaction().execute(async (trx) => {
      await afterCommit(trx, () => done.push(fails ? "never" : "after"));
      await trx.insertInto("search_later").values({ subject: "orders", row_id: 1 }).execute();
      done.push("work");
      if (fails) throw new Error("no");
    });
  await expect(raise(true)).rejects.toThrow("no");
  await raise(false);
  await write.deleteFrom("search_later").execute();
  await write.transaction().execute(async () => {});
  expect(done).toEqual(["work", "work", "after"]);
});
