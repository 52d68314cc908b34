import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { together } from "./together.server";

test("a step that is not done yet when another fails is waited for, so nothing runs after the rollback", async () => {
  const { write } = await createTestDatabase();
  const done: string[] = [];
  const attempt = write
    .transaction()
    .execute((trx) =>
      together([
        sql`select nothing`.execute(trx),
        sql`select 1`
          .execute(trx)
          .then(() => sql`select 2`.execute(trx))
          .then(() => sql`select 3`.execute(trx))
          .catch(() => {})
          .then(() => done.push("last step")),
      ]),
    )
    .finally(() => done.push("rollback"));
  await expect(attempt).rejects.toThrow("nothing");
  expect(done).toEqual(["last step", "rollback"]);
});

test("answers come in the order of the statements", async () => {
  const { read } = await createTestDatabase();
  const one = sql<{ n: number }>`select 1 as n`.execute(read);
  const two = sql<{ n: number }>`select 2 as n`.execute(read);
  const [first, second] = await together([one, two]);
  expect([first.rows, second.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});
