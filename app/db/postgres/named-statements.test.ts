import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { beside } from "~/db/writing/beside.server";
import { type Db, openDatabase } from "../database.server";
import { together } from "~/db/writing/together.server";
import { forgetNames } from "./named-statements.server";

const MANY = 25;

const often = async (work: () => Promise<unknown>) => {
  for (let n = 0; n < MANY; n += 1) await work();
};

describe.runIf(isOnPostgres)("statements that come often", () => {
  beforeEach(forgetNames);

  test("are kept by the server, but no scripts and no statements of all columns", async () => {
    const { write } = await createTestDatabase();
    const texts = ["select 1 as one", "select * from tags", "select 2 as two; select 3 as three"];
    const kept = await beside(write, async (trx) => {
      for (const text of texts) await often(() => sql.raw(text).execute(trx));
      const { rows } = await sql<{
        statement: string;
      }>`select statement from pg_prepared_statements order by statement`.execute(trx);
      return rows.map(({ statement }) => statement);
    });
    expect(kept).toEqual(["select 1 as one"]);
  });

  test("go on when the type of a column has changed: what read it is run again", async () => {
    const { read, write } = await createTestDatabase();
    await sql`create table changing (x int)`.execute(write);
    await sql`insert into changing values (1)`.execute(write);
    let times = 0;
    const alone = async () => (await sql<{ x: unknown }>`select x from changing`.execute(read)).rows;
    const within = () =>
      beside(write, async (trx: Db) => {
        times += 1;
        return (await sql<{ x: unknown }>`select x from changing where true`.execute(trx)).rows;
      });
    await often(alone);
    await often(within);
    expect(times).toBe(MANY);
    await sql`alter table changing alter x type text`.execute(write);
    expect([await alone(), await within()]).toEqual([[{ x: "1" }], [{ x: "1" }]]);
    expect(times).toBe(MANY + 2);
  });

  test("fail with the error of the statement before them", async () => {
    const { file, read } = await createTestDatabase();
    const kept = (db: Db) => sql`select 4 as four`.execute(db);
    await often(() => kept(read));
    // Its connections do not know the name yet.
    const other = openDatabase(file);
    const failed = beside(other.write, (trx) =>
      together([sql`select 1 / 0`.execute(trx), kept(trx), kept(trx)]),
    );
    await expect(failed).rejects.toThrow("division by zero");
    expect((await kept(other.write)).rows).toEqual([{ four: 4 }]);
    await other.close();
  });
});
