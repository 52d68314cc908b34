import type { z } from "zod";

/** How zod words its own messages (zod/v4/locales/en.js). */
const RAW =
  /\bInvalid (?:input|option|string|number|key|value|discriminator)\b|Too (?:big|small): expected|Unrecognized keys?:|\bexpected \w+, received \w+|Invalid (?:email address|URL|ISO \w+|UUID|base64|JSON string)\b/;

/** @returns the validator's own wording in a text, which nobody should read, or null */
export const rawMessageIn = (text: string): string | null => RAW.exec(text)?.[0] ?? null;

export const messagesFor = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

/** One of every kind, some of them far too large. */
export const WRONG: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0.5,
  1e300,
  NaN,
  "",
  "x",
  "9".repeat(100_000),
  [],
  [null],
  ["x"],
  Array.from({ length: 5_000 }, () => "x"),
  {},
  { x: 1 },
];

/** The fields of an object schema, also of one that is checked as a whole or changed afterwards. */
function shapeOf(schema: z.core.$ZodType): Record<string, z.core.$ZodType> {
  const { _zod: internals } = schema as z.core.$ZodTypes;
  const { def } = internals;
  if (def.type === "object") return def.shape;
  if (def.type === "pipe") return shapeOf(def.in);
  if (def.type === "array") return shapeOf(def.element);
  return "innerType" in def ? shapeOf(def.innerType) : {};
}

/** Every message that wrong values of a schema and of each of its fields, and of theirs, lead to. */
export function allMessages(schema: z.core.$ZodType, depth = 0): string[] {
  const own = WRONG.flatMap((value) => messagesFor(schema as z.ZodType, value));
  return depth > 3
    ? own
    : [...own, ...Object.values(shapeOf(schema)).flatMap((field) => allMessages(field, depth + 1))];
}
