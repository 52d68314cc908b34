import { expect, test } from "vitest";
import { createSqliteDatabase } from "~/test/database";
import { tablesText } from "./tables-text";

test("tables.ts is what npm run tables makes of the schema", async () => {
  const { read } = await createSqliteDatabase();
  await expect(await tablesText(read)).toMatchFileSnapshot("tables.ts");
});
