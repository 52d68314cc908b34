import { expect, test } from "vitest";
import { z } from "zod";
import { hasRules } from "./body-rules.server";

test.each<[string, z.ZodType]>([
  ["plain types", z.object({ a: z.string(), b: z.number().int(), c: z.boolean().nullish() })],
  ["transforms of a value", z.object({ a: z.string().trim().toLowerCase().transform(Number) })],
  [
    "lists and records of plain types",
    z.object({ a: z.array(z.string()), b: z.record(z.string(), z.number()) }),
  ],
  ["a default", z.object({ a: z.string().default("x") })],
])("has no rules: %s", (_, schema) => expect(hasRules(schema)).toBe(false));

test.each<[string, z.ZodType]>([
  ["a length", z.object({ a: z.string().min(1) })],
  ["a range with a default", z.object({ a: z.number().max(5).default(1) })],
  ["a format", z.object({ a: z.email() })],
  ["a format after a transform", z.object({ a: z.string().trim().pipe(z.email()) })],
  ["an enum", z.object({ a: z.enum(["x", "y"]).nullish() })],
  ["a list's length", z.object({ a: z.array(z.string()).max(2) })],
  ["a rule within a list", z.object({ a: z.array(z.object({ b: z.string().max(2) })) })],
  ["a refinement of the object", z.object({ a: z.string() }).refine(() => false)],
  [
    "a refinement after a transform",
    z
      .object({ a: z.string() })
      .transform(({ a }) => a)
      .refine(() => false),
  ],
  ["a superRefine", z.object({ a: z.string().superRefine(() => {}) })],
])("has rules: %s", (_, schema) => expect(hasRules(schema)).toBe(true));
