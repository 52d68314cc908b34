import { z } from "zod";
import { typedText } from "~/domain/kit/typed-text";
import type { Contributor } from "../book";
import {
  isStaffOnly,
  type PublicRecord,
  RECORD_KEYS,
  type RecordField,
  recordField,
  type RecordKey,
  type RecordNames,
  type RecordValues,
} from "./book-record";
import { roleLabel } from "./contributor-roles";

// A book's further fields in the API, made from their declaration (book-record.ts). A rate is in per cent here.

/** Description of the optional fields. */
export const IF_LEFT_OUT =
  "If left out, a new book gets none and an existing book keeps its value; null removes it.";

type Value = string | number | null;
type Answer = Record<string, Value>;

function answerOf(field: RecordField): z.ZodType<Value> {
  const { description, example } = field;
  const meta = { ...(description && { description }), examples: [example] };
  switch (field.kind) {
    case "text":
      return z.string().nullable().meta(meta);
    case "choice": {
      const one = z.enum(Object.keys(field.options));
      return (field.otherwise === null ? one.nullable() : one).meta(meta);
    }
    case "whole":
    case "name":
      return z.number().int().nullable().meta(meta);
    case "rate":
      return z.number().nullable().meta(meta);
    case "day":
      return z
        .string()
        .nullable()
        .meta({ ...meta, format: "date" });
  }
}

/** The schemas of some fields; with the id of a row there is its name, e.g. seriesId and seriesName. */
const answers = (keys: RecordKey[]): Record<string, z.ZodType<Value>> =>
  Object.fromEntries(
    keys.flatMap((key): [string, z.ZodType<Value>][] => {
      const field = recordField(key);
      const own: [string, z.ZodType<Value>] = [key, answerOf(field)];
      return field.kind === "name" ? [own, [`${field.named}Name`, z.string().nullable()]] : [own];
    }),
  );

const PUBLIC = RECORD_KEYS.filter((key) => !isStaffOnly(key));
const STAFF = RECORD_KEYS.filter(isStaffOnly);

/** In answers to everybody. */
export const recordAnswer = answers(PUBLIC);
/** In answers to staff beside them. */
export const staffRecordAnswer = answers(STAFF);

const jsonValue = (field: RecordField, value: Value): Value =>
  field.kind === "rate" && typeof value === "number" ? value / 100 : value;

/** @returns the fields of `recordAnswer` */
export const recordToAnswer = (book: PublicRecord & RecordNames): Answer =>
  Object.fromEntries(
    PUBLIC.flatMap((key): [string, Value][] => {
      const field = recordField(key);
      const own: [string, Value] = [key, jsonValue(field, book[key as keyof PublicRecord])];
      return field.kind === "name" ? [own, [`${field.named}Name`, book[field.named]]] : [own];
    }),
  );

/** @returns the fields of `staffRecordAnswer` */
export const staffRecordToAnswer = (book: RecordValues): Answer =>
  Object.fromEntries(STAFF.map((key) => [key, jsonValue(recordField(key), book[key])]));

/** Characters of a date. */
const DAY = 10;

function sentField(field: RecordField): z.ZodType<Value | undefined> {
  const meta = {
    description: [field.description, IF_LEFT_OUT].filter(Boolean).join(" "),
    examples: [field.example],
  };
  switch (field.kind) {
    case "text": {
      const { label, max } = field;
      const text = typedText(max, `${label} must be ${max} characters or less`).meta({ maxLength: max });
      return text.nullish().meta(meta);
    }
    case "choice":
      return z.enum(Object.keys(field.options)).nullish().meta(meta);
    case "name":
      return z.number().int().nullish().meta(meta);
    case "whole":
    case "rate":
      return z.number().nullish().meta(meta);
    case "day":
      return typedText(DAY, `${field.label} must be a date (YYYY-MM-DD)`)
        .nullish()
        .meta({ ...meta, format: "date" });
  }
}

type Sent = { [Key in RecordKey]: z.ZodOptional<z.ZodNullable<z.ZodType<string | number>>> };

/** What staff send, with the types of JSON only. */
export const sentRecord = Object.fromEntries(
  RECORD_KEYS.map((key) => [key, sentField(recordField(key))]),
) as unknown as Sent;

export const contributorJson = z
  .object({
    authorId: z
      .number()
      .int()
      .meta({ examples: [2] }),
    authorName: z.string().meta({ examples: ["W. W. Pearson"] }),
    role: z.string().meta({ description: "A code of ONIX list 17.", examples: ["B06"] }),
    roleName: z.string().meta({ examples: ["Translator"] }),
  })
  .meta({ id: "Contributor" });

/** A person with the role's code and its name. */
export const contributorToJson = ({ id, name, role }: Contributor): z.input<typeof contributorJson> => ({
  authorId: id,
  authorName: name,
  role,
  roleName: roleLabel(role),
});
