import type { z } from "zod";
import { isDeepStrictEqual } from "node:util";

/** Numbers, dates and codes of digits, of which at least one is right in each field that takes such. */
const NUMBERS = [
  ..."1 5 12 240 2026 4901 49.50 560001 123456 9847012345 9780140449136 2026-12-05 18:30".split(" "),
  "+91 80 4718 0110",
  "27AAPFU0939F1ZV",
];
/** Chosen or kept by pages, or no number although a number is one. */
const NOT_TYPED =
  /^(?:id|\w+Ids?|version|shown\w*|expected\w*|books|tag|author|picture|thema|password|website)$/;

const inDevanagari = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));

/** The fields of a schema, also those of its parts: the name of each with its schema. */
function fieldsOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  const { _zod: internals } = schema as z.core.$ZodTypes;
  const { def } = internals;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, part]): [string, z.core.$ZodType][] => {
        const inner = fieldsOf(part);
        return inner.length > 0 ? inner : [[name, part]];
      });
    case "union":
      return def.options.flatMap(fieldsOf);
    case "array":
      return fieldsOf(def.element);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
      return fieldsOf(def.innerType);
    case "pipe":
      return fieldsOf(def.in);
    default:
      return [];
  }
}

/** What a field makes of a text; undefined when it refuses it. */
const read = (field: z.core.$ZodType, text: string): unknown => (field as z.ZodType).safeParse(text).data;

/**
 * The fields of numbers of a schema that do not read a number in the digits of Devanagari like one in 0 to 9. A field is
 * one of numbers if it takes a number, but not the same text with letters in place of the digits.
 */
export function numberFields(schema: z.core.$ZodType, at: string): { name: string; isRead: boolean }[] {
  return fieldsOf(schema)
    .filter(([name]) => !NOT_TYPED.test(name))
    .flatMap(([name, field]) => {
      const none = read(field, "?");
      const isRefused = (text: string) => isDeepStrictEqual(read(field, text), none);
      const taken = NUMBERS.filter((text) => !isRefused(text) && isRefused(text.replace(/\d/g, "x")));
      const isRead = taken.every((text) =>
        isDeepStrictEqual(read(field, inDevanagari(text)), read(field, text)),
      );
      return taken.length > 0 ? [{ name: `${at}.${name}`, isRead }] : [];
    });
}
