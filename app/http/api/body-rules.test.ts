import { expect, test } from "vitest";
import { z } from "zod";
import { hasRules } from "./body-rules.server";

test.each<[string, z.ZodType]>([
  ["plain types", z.object({ a: z.string(), b: z.number().int(), c: z.boolean().nullish() })],
  ["what only changes the value", z.object({ a: z.string().trim().toLowerCase().transform(Number) })],
  ["lists and records of those", z.object({ a: z.array(z.string()), b: z.record(z.string(), z.number()) })],
  ["a default", z.object({ a: z.string().default("x") })],
])("no rule: %s", (_, schema) => expect(hasRules(schema)).toBe(false));

test.each<[string, z.ZodType]>([
  ["a length", z.object({ a: z.string().min(1) })],
  ["a range below a default", z.object({ a: z.number().max(5).default(1) })],
  ["a format", z.object({ a: z.email() })],
  ["a format further on", z.object({ a: z.string().trim().pipe(z.email()) })],
  ["a choice of words", z.object({ a: z.enum(["x", "y"]).nullish() })],
  ["a length of a list", z.object({ a: z.array(z.string()).max(2) })],
  ["within a list", z.object({ a: z.array(z.object({ b: z.string().max(2) })) })],
  ["of the whole", z.object({ a: z.string() }).refine(() => false)],
  [
    "after a change",
    z
      .object({ a: z.string() })
      .transform(({ a }) => a)
      .refine(() => false),
  ],
  ["its own words", z.object({ a: z.string().superRefine(() => {}) })],
])("a rule: %s", (_, schema) => expect(hasRules(schema)).toBe(true));
