import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import SQLite from "better-sqlite3";
import { expect } from "vitest";
import { createSqliteDatabase } from "~/test/database";
import { testOnSqlite } from "~/test/engines";
import { fillShop } from "~/test/full-shop";

// Whoever looks through a healthy file as docs/operating.md says must not be told to restore a backup.

const COMMAND = /^ {6}(sqlite3 -readonly kitab\.db "(pragma integrity_check[^"]*)")$/m;
const hasProgram = spawnSync("sqlite3", ["--version"]).status === 0;

testOnSqlite("the integrity check that operators run calls a shop with data healthy", async () => {
  const db = await createSqliteDatabase();
  await fillShop(db.write);
  const [, command, pragmas] = COMMAND.exec(readFileSync("docs/operating.md", "utf8"))!;
  if (hasProgram) {
    const cwd = path.dirname(db.file);
    const { stdout, stderr } = spawnSync("bash", ["-c", command!], { cwd, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "ok\n", stderr: "" });
  }
  const file = new SQLite(db.file, { readonly: true });
  const found = pragmas!.split(";").flatMap((pragma) => file.prepare(pragma).all());
  file.close();
  expect(found).toEqual([{ integrity_check: "ok" }]);
});
