import { oldAddressesSchema } from "~/domain/front/old-addresses/old-addresses.schema";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "./operations.server";
import { unboundedParts } from "~/test/checks/schema-limits";
import { pagingSchema } from "~/domain/kit/listing/paging.schema";
import { pageSchema } from "~/domain/front/pages/pages.schema";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import { listBodySchema } from "~/domain/kit/listing/listing.schema";
import { balanceSchema, cashSchema, transferSchema } from "~/domain/sales/at-the-door/door.schema";
import { despatchSchema, shipmentSchema } from "~/domain/sales/orders/fulfilment/fulfilment.schema";

const files = import.meta.glob<Record<string, unknown>>("/app/domain/**/*.schema.ts", { eager: true });

/** Functions that make schemas, with an example of each. */
const MADE: Record<string, z.ZodType> = {
  despatchSchema: despatchSchema(() => new Date()),
  shipmentSchema: shipmentSchema(() => new Date()),
  cashSchema: cashSchema(() => new Date()),
  balanceSchema: balanceSchema(() => new Date()),
  transferSchema: transferSchema(() => new Date()),
  listBodySchema: listBodySchema({ title: "title" }),
  triedPassword: z.never(), // part of loginSchema
  nameSchema: z.never(), // part of masterDataSchema
  masterDataSchema: masterDataSchema(MASTER_DATA.tag),
  pagingSchema: pagingSchema(100),
  oldAddressesSchema: oldAddressesSchema("https://books.example.in"),
  receivedOn: z.never(), // part of cashSchema
  listFields: z.never(), // part of listBodySchema
  pageSchema: pageSchema("page"),
  parseShownLook: z.never(), // limits the text before it is parsed
};

/** Limited where they are parsed (parts.ts). */
const BY_OTHERS = [
  "POST /books/updateCoverpage.file1",
  "POST /books/updateCoverpage.book",
  "POST /books/addPicture.file1",
  "POST /books/addPicture.book",
  "POST /imports.file",
  "POST /accounts/settlements.file",
];

describe("every text, list and record has a maximum, checked before anything else", () => {
  test.each(Object.keys(files))("%s", (file) => {
    const exported = Object.entries(files[file]!);
    for (const [name, value] of exported) {
      if (name === "storedEditSchema") continue; // Reads what the shop itself has stored.
      const schema = value instanceof z.ZodType ? value : MADE[name];
      if (schema) expect(unboundedParts(schema, name)).toEqual([]);
    }
    const makers = exported.filter(([name, value]) => typeof value === "function" && !(name in MADE));
    const made = makers.filter(([, make]) => /\bz\b.*\.(?:object|string|array)\(/.test(String(make)));
    expect(made.map(([name]) => `${name} makes a schema: add it to MADE`)).toEqual([]);
  });

  test.each(Object.keys(MASTER_DATA) as (keyof typeof MASTER_DATA)[])("the form of %s", (key) => {
    expect(unboundedParts(masterDataSchema(MASTER_DATA[key]), key)).toEqual([]);
  });

  test("all paths, queries and bodies of the JSON API", () => {
    const problems = operations.flatMap(({ method, path, params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema ? unboundedParts(schema, `${method} ${path}`) : [])),
    );
    expect(
      problems.filter((problem) => !BY_OTHERS.some((place) => problem.startsWith(`${place}: `))),
    ).toEqual([]);
    expect(operations.length).toBeGreaterThan(50);
  });

  test.each([
    ["a text", z.string()],
    ["a list", z.array(z.number())],
    ["a list's texts", z.array(z.string()).max(3)],
    ["a record", z.record(z.string().max(5), z.number())],
    ["unknown fields", z.looseObject({})],
    ["anything", z.unknown()],
    ["an address", z.email()],
    ["normalising first", z.string().normalize("NFC").max(5)],
    ["trimming first", z.string().trim().max(5)],
    ["a pattern first", z.string().regex(/x/).max(5)],
    [
      "cleaning first",
      z
        .string()
        .transform((text) => text.trim())
        .pipe(z.string().max(5)),
    ],
    ["preprocessing first", z.preprocess((text) => text, z.string().max(5))],
    ["a union with a text", z.union([z.number(), z.string()])],
    ["an optional text", z.object({ a: z.string().optional().default("") })],
  ])("the check finds %s", (_, schema) => {
    expect(unboundedParts(schema, "it")).toHaveLength(1);
  });
});
