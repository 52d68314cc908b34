import { Kysely, DummyDriver, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import { expect, test } from "vitest";
import { byEngine } from "../by-engine";
import { ignoringCase } from "../expressions.server";
import type { Tables } from "../tables";
import { ShopQueryCompiler } from "./compiler.server";

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new ShopQueryCompiler(),
  },
});
const books = db.selectFrom("books as b").select("b.id");

test("NULLs are sorted as SQLite sorts them, unless the query says how; an id has none", () => {
  const query = books
    .orderBy("b.cover")
    .orderBy("b.stock", "desc")
    .orderBy(sql`b.rating`, (order) => order.desc().nullsFirst())
    .orderBy(ignoringCase("b.title"))
    .orderBy(ignoringCase("b.series_number"))
    .orderBy("b.id", "desc");
  expect(query.compile().sql).toBe(
    `select "b"."id" from "books" as "b" order by "b"."cover" nulls first, "b"."stock" desc nulls last, b.rating desc nulls first, lower("b"."title"), lower("b"."series_number") nulls first, "b"."id" desc`,
  );
});

test("LIKE ignores the case of letters and has no escape character; IS compares values", () => {
  const query = books
    .where("b.sku", "like", "A\\_%")
    .where("b.isbn13", "not like", "9%")
    .where("b.cover", "is", "a.webp")
    .where("b.series_id", "is not", 3)
    .where("b.sale_price", "is", null)
    .where("b.id", "in", [])
    .where("b.stock", "not in", []);
  expect(query.compile().sql).toBe(
    `select "b"."id" from "books" as "b" where "b"."sku" ilike $1 escape '' and "b"."isbn13" not ilike $2 escape '' and "b"."cover" is not distinct from $3 and "b"."series_id" is distinct from $4 and "b"."sale_price" is null and "b"."id" = any('{}') and "b"."stock" <> all('{}')`,
  );
});

test("of what the engines write differently, each writes its own", () => {
  const joined = byEngine<string>({
    sqlite: sql`group_concat(name, ${","})`,
    postgres: () => sql`string_agg(name, ${", "} order by id)`,
  });
  const { sql: text, parameters } = db.selectFrom("tags").select(joined.as("names")).compile();
  expect(text).toBe(`select string_agg(name, $1 order by id) as "names" from "tags"`);
  expect(parameters).toEqual([", "]);
});
