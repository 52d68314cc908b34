import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createSqliteDatabase } from "~/test/database";
import { NEVER_NULL } from "~/db/postgres/never-null";
import { ONLY_POSTGRES } from "~/db/postgres/own-tables";
import { translated } from "~/db/postgres/translated";

// Tables, indexes and views are written once; triggers for each engine.

const scripts = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .map((name) => readFileSync(path.join(folder, name), "utf8").replace(/--.*/g, ""));

const namesIn = (texts: string[], pattern: RegExp) =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!)).toSorted();

test("what only one engine has are triggers, and tables that are no part of the shop", () => {
  const tables = /^(?:create (?:unlogged |virtual )?|alter )table (?:if not exists )?"?(\w+)/gim;
  expect(namesIn(scripts("migrations/sqlite"), tables)).toEqual([]);
  const ofPostgres = namesIn(scripts("migrations/postgres"), tables);
  expect(ofPostgres.filter((name) => !name.endsWith("_index"))).toEqual(ONLY_POSTGRES.toSorted());
  expect(namesIn(scripts("migrations"), /^create trigger (\w+)/gim)).toEqual([]);
});

test("each trigger of SQLite has one on PostgreSQL, where one may stand for several events", () => {
  const base = (name: string) => name.replace(/_(?:[iud]|insert|update|delete)$/, "");
  const elsewhere = ["rating_of_book_anew", "audit_entries_key_not_changed"];
  const triggers = (folder: string) => [
    ...new Set(namesIn(scripts(folder), /^create trigger (\w+)/gim).map(base)),
  ];
  expect(triggers("migrations/postgres")).toEqual(
    triggers("migrations/sqlite").filter((name) => !elsewhere.includes(name)),
  );
});

test("nothing that only SQLite understands is left for PostgreSQL", () => {
  for (const script of scripts("migrations"))
    expect(
      translated(script).match(
        /.*\b(?:strict|rowid|autoincrement|glob|nocase|json_valid|json_type|virtual)\b.*/g,
      ),
    ).toBeNull();
  expect(
    translated(`alter table books add column mark text check (mark not glob 'a?*'); -- a word
create unique index books_by_mark
  on books (mark collate nocase, price desc, weight_g desc) where mark is not null;`),
  ).toBe(`alter table books add column mark text collate "C" check (mark !~ '^a..*$'); 
create unique index books_by_mark
  on books (lower(mark) nulls first, price desc, weight_g desc nulls last) where mark is not null;`);
});

// SQLite 3.40, which Debian 12 has, calls a file damaged in which such a check comes to null.
test("a check of JSON in a column that may be null allows null", () => {
  const checks = scripts("migrations").flatMap((script) => script.match(/.*\bcheck \(.*json_valid.*/g) ?? []);
  expect(checks.length).toBeGreaterThan(15);
  const may = (line: string) =>
    /\bnot null\b/.test(line) || /\bcheck \((\w+) is null or json_valid\(\1\)\)/.test(line);
  expect(checks.filter((line) => !may(line))).toEqual([]);
});

test("PostgreSQL knows of each column with an index whether it may be null", async () => {
  const { read } = await createSqliteDatabase();
  const { rows } = await sql<{ name: string; nullable: number; indexed: number }>`
    select c.name, max(c."notnull" = 0 and c.pk = 0) as nullable, exists (
      select 1 from pragma_table_list it join pragma_index_list(it.name) i join pragma_index_info(i.name) x
      where it.schema = 'main' and i.origin = 'c' and x.name = c.name) as indexed
    from pragma_table_list t join pragma_table_xinfo(t.name) c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'kysely%' and t.name not like 'sqlite%'
    group by c.name`.execute(read);
  const nullable = new Set(rows.filter((row) => row.nullable).map(({ name }) => name));
  expect([...NEVER_NULL].filter((name) => nullable.has(name))).toEqual([]);
  const missing = rows.filter((row) => row.indexed && !row.nullable && !NEVER_NULL.has(row.name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
