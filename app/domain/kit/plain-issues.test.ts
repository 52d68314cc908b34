import { describe, expect, test } from "vitest";
import { z } from "zod";
import "~/domain/kit/plain-issues";
import { named } from "~/domain/kit/plain-issues";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import { pageSchema } from "~/domain/front/pages/pages.schema";
import { allMessages, messagesFor as messages, rawMessageIn } from "~/test/checks/raw-messages";

describe("a schema without words of its own says plainly what is wrong", () => {
  const TABLE: [z.ZodType, unknown, string][] = [
    [z.string(), undefined, "This is required"],
    [z.string(), 1, "This must be text"],
    [z.number(), "1", "This must be a number"],
    [z.number(), NaN, "This must be a number"],
    [z.int(), 1.5, "This must be a whole number"],
    [z.int(), 2 ** 60, `This must be at most ${Number.MAX_SAFE_INTEGER}`],
    [z.boolean(), "yes", "This must be true or false"],
    [z.date(), "today", "This must be a date"],
    [z.array(z.string()), {}, "This must be a list"],
    [z.tuple([z.string()]), "a", "This must be a list"],
    [z.object({}), [], "This must be an object with fields"],
    [z.record(z.string(), z.string()), null, "This must be an object with fields"],
    [z.null(), 1, "This must be empty"],
    [z.never(), 1, "This is not accepted"],
    [z.enum(["BC", "BB"]), "paper", "This must be one of: BC, BB"],
    [z.enum(["BC", "BB"]), undefined, "This is required"],
    [
      z.enum("abcdefghijklmno".split("")),
      "z",
      "This must be one of: a, b, c, d, e, f, g, h, i, j, k, l and 3 more",
    ],
    [z.literal(1), 2, "This must be 1"],
    [z.string().max(3), "long", "This must have at most 3 characters"],
    [z.string().min(1), "", "This must have at least 1 character"],
    [z.string().length(2), "a", "This must have exactly 2 characters"],
    [z.array(z.string()).max(1), ["a", "b"], "This must have at most 1 item"],
    [z.number().max(5), 6, "This must be at most 5"],
    [z.number().gt(5), 5, "This must be more than 5"],
    [z.number().lt(5), 5, "This must be less than 5"],
    [z.date().min(new Date(9)), new Date(1), "This must be a later date"],
    [z.number().multipleOf(5), 6, "This must be a multiple of 5"],
    [z.email(), "a", "This must be an email address, such as name@example.in"],
    [z.url(), "a", "This must be a web address, such as https://www.example.in"],
    [z.iso.date(), "a", "This must be a date, such as 2026-11-26"],
    [z.iso.datetime(), "a", "This must be a date and time, such as 2026-11-26T09:30:00Z"],
    [z.string().regex(/^x$/), "a", "This is not written in the right form"],
    [z.uuid(), "a", "This is not written in the right form"],
    [z.string().startsWith("x"), "a", "This must begin with “x”"],
    [z.string().endsWith("x"), "a", "This must end with “x”"],
    [z.string().includes("x"), "a", "This must contain “x”"],
    [z.strictObject({}), { a: 1 }, "This has a field that is not known here"],
    [z.union([z.string(), z.number()]), [], "This must be text or a number"],
    [z.union([z.string(), z.literal(3)]), 5, "This is not one of the accepted forms"],
    [
      z.record(z.enum(["a"]), z.string()),
      { b: "x" },
      "This is required,This has a field that is not known here",
    ],
    [z.map(z.string(), z.string()), new Map([["a", 1]]), "This must be text"],
    [z.string().refine(() => false), "a", "This is not accepted"],
    [z.string("Title is required"), 1, "Title is required"],
  ];

  test.each(TABLE.map(([schema, value, sentence]) => ({ schema, value, sentence })))("$sentence", (row) => {
    expect(messages(row.schema, row.value).join()).toBe(row.sentence);
  });

  test("the field's name stands for 'This' where the sentence is shown alone", () => {
    const { error } = z
      .object({ books: z.array(z.object({ qty: z.number() })) })
      .safeParse({ books: [{ qty: "1" }] });
    expect(error!.issues.map(named)).toEqual(["books.0.qty must be a number"]);
    expect(named({ path: ["title"], message: "This book is sold out" })).toBe("This book is sold out");
    expect(named({ path: [], message: "This must be text" })).toBe("This must be text");
  });
});

const files = import.meta.glob<Record<string, unknown>>("/app/domain/**/*.schema.ts", { eager: true });

const schemas: [string, z.ZodType][] = [
  ...Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]): [string, z.ZodType][] =>
      value instanceof z.ZodType ? [[`${file} ${name}`, value]] : [],
    ),
  ),
  ...Object.values(MASTER_DATA).map((entity): [string, z.ZodType] => [
    entity.label,
    masterDataSchema(entity),
  ]),
  ["a page", pageSchema("page")],
];

test.each(schemas)("no wrong value of %s meets the validator's own words", (_, schema) => {
  expect(allMessages(schema).filter(rawMessageIn)).toEqual([]);
});
