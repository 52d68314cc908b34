import { z } from "zod";
import { isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import { typedMax, typedValue } from "~/domain/kit/typed-text";
import { RECORD_KEYS, type RecordField, recordField, type RecordKey, type RecordValues } from "./book-record";
import { AUTHOR_ROLE, isRole } from "./contributor-roles";
import { SUBJECT_SCHEMES, type SubjectScheme } from "./subjects";
import {
  characters,
  chosenIds,
  firstProblem,
  line,
  MOST_CHOSEN,
  MOST_SENT,
  SHORT,
  toId,
  toNumber,
  typed,
} from "./typed-fields";

// The rules of a book's further fields, made from their declaration (book-record.ts). All fields are optional: left out,
// null and an empty text mean the same.

/** What a form or JSON sends for a field. */
type Typed = string | number | null | undefined;

const MOST_RATE = 100;

function textRule({ label, max, pattern }: Extract<RecordField, { kind: "text" }>) {
  const tooLong = `${label} must be ${max} characters or less`;
  return typedValue(max, tooLong, `${label} must be a text`)
    .transform((text) => line(pattern ? asciiDigits(text) : text))
    .check(
      firstProblem(
        (text) =>
          (characters(text) > max && tooLong) ||
          (text !== "" && pattern !== undefined && !pattern.of.test(text) && pattern.message),
      ),
    )
    .transform((text) => text || null);
}

function wholeRule({ label, min, max }: Extract<RecordField, { kind: "whole" }>) {
  const message = `${label} must be a whole number from ${min} to ${max}`;
  return typed(message)
    .transform(line)
    .check(
      firstProblem((text) => {
        const value = toNumber(text);
        return text !== "" && !(Number.isInteger(value) && value >= min && value <= max) && message;
      }),
    )
    .transform((text) => (text ? Math.abs(toNumber(text)) : null));
}

function choiceRule({ label, options, otherwise }: Extract<RecordField, { kind: "choice" }>) {
  const message = `${label}: choose one of the list`;
  return typed(message)
    .transform(line)
    .check(firstProblem((text) => text !== "" && !Object.hasOwn(options, text) && message))
    .transform((text) => text || otherwise);
}

/** For an id that no row can have the message is the same as for an unknown row. */
function nameRule({ label }: Extract<RecordField, { kind: "name" }>) {
  const message = unknownName(label);
  return typed(message)
    .transform((text) => (text.trim() === "" ? null : toId(text)))
    .refine((id) => id !== 0, message);
}

/** The message when the row chosen does not exist. */
export const unknownName = (label: string) => `${label}: what was chosen here is not known`;

/** A per cent as typed, e.g. "5" or "2.5"; gives hundredths. */
function rateRule({ label }: Extract<RecordField, { kind: "rate" }>) {
  const message = `${label} must be a number from 0 to ${MOST_RATE} with at most two decimals`;
  return typed(message)
    .transform(line)
    .check(
      firstProblem((text) => {
        const rate = toNumber(text.replace(/%$/, ""));
        const isHundredths = Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6;
        return text !== "" && !(rate >= 0 && rate <= MOST_RATE && isHundredths) && message;
      }),
    )
    .transform((text) => (text ? Math.round(Math.abs(toNumber(text.replace(/%$/, ""))) * 100) : null));
}

function dayRule({ label }: Extract<RecordField, { kind: "day" }>) {
  const message = `${label} must be a date (YYYY-MM-DD)`;
  return typed(message)
    .transform(line)
    .check(firstProblem((text) => text !== "" && !isPlainDate(text) && message))
    .transform((text) => text || null);
}

function ruleOf(field: RecordField): z.ZodType<string | number | null, Typed> {
  switch (field.kind) {
    case "text":
      return textRule(field);
    case "whole":
      return wholeRule(field);
    case "choice":
      return choiceRule(field);
    case "name":
      return nameRule(field);
    case "rate":
      return rateRule(field);
    case "day":
      return dayRule(field);
  }
}

/** The schema of a field that can be left out, which gives its empty value then. */
type Rule<Value> = z.ZodType<Value, Typed> & { _zod: { optin: "optional" } };

/** The rules of the fields of `RECORD_FIELDS`, for a schema of a whole book. */
export const recordShape = Object.fromEntries(
  RECORD_KEYS.map((key) => [key, ruleOf(recordField(key))]),
) as unknown as { [Key in RecordKey]: Rule<RecordValues[Key]> };

/** Somebody who did something for a book. */
export interface Contribution {
  /** Of the list of authors. */
  authorId: number;
  /** A code of `CONTRIBUTOR_ROLES`. */
  role: string;
}

export const UNKNOWN_PERSON = "This person is not known";
const TOO_MANY_PEOPLE = `At most ${MOST_CHOSEN} contributors can be added`;

const contribution = z
  .object({
    authorId: z.union([z.string().max(SHORT), z.number()]).optional(),
    role: z.string().max(SHORT).optional(),
  })
  // A row of the form without a name is not meant.
  .transform(({ authorId, role }): Contribution | null =>
    authorId === undefined || authorId === "" ? null : { authorId: toId(authorId), role: role ?? "" },
  )
  .check(
    z.superRefine<Contribution | null>((one, context) => {
      if (one?.authorId === 0)
        context.addIssue({ code: "custom", path: ["authorId"], message: UNKNOWN_PERSON });
      if (one && !isRole(one.role))
        context.addIssue({ code: "custom", path: ["role"], message: "Choose a role" });
    }),
  );

/** Everybody but the authors, in their order; each person once in a role. Authors among them are left out. */
const contributors = z
  .array(contribution)
  .max(MOST_CHOSEN, TOO_MANY_PEOPLE)
  .nullish()
  .transform((all) => [
    ...new Map(
      (all ?? [])
        .filter((one) => one !== null)
        .filter(({ role }) => role !== AUTHOR_ROLE)
        .map((one) => [`${one.role} ${one.authorId}`, one]),
    ).values(),
  ]);

const LANGUAGES = "Further languages";
const TOO_MANY_LANGUAGES = `At most ${MOST_CHOSEN} further languages can be chosen`;

const furtherLanguageId = chosenIds(
  TOO_MANY_LANGUAGES,
  unknownName(LANGUAGES),
  (ids) => ids.includes(0) && unknownName(LANGUAGES),
);

/** How many subjects of a scheme a book can have. */
export const MOST_SUBJECTS = 20;
/** The longest text of codes. */
export const SUBJECTS_MAX = 500;

/** Codes as typed, separated by commas, semicolons or spaces; or a list. */
function subjectsRule(scheme: SubjectScheme) {
  const { label, code } = SUBJECT_SCHEMES[scheme];
  const many = `At most ${MOST_SUBJECTS} ${label} subjects can be given`;
  return z
    .union([
      z.array(z.string().max(SHORT)).max(MOST_SENT, many),
      z.string().max(typedMax(SUBJECTS_MAX), many),
    ])
    .nullish()
    .transform((given) => [
      ...new Set(
        [given ?? []]
          .flat()
          .flatMap((text) => text.split(/[\s,;]+/))
          .filter(Boolean)
          .map((one) => one.toUpperCase()),
      ),
    ])
    .check(
      z.superRefine<string[]>((codes, context) => {
        const wrong = codes.find((one) => !code.test(one));
        const message =
          (wrong !== undefined && `“${wrong.slice(0, 20)}” is not a ${label} code`) ||
          (codes.length > MOST_SUBJECTS && many);
        if (message) context.addIssue({ code: "custom", message });
      }),
    );
}

/** The rules of the lists that a book has beside its fields. */
export const recordLists = {
  contributors,
  furtherLanguageId,
  thema: subjectsRule("thema"),
  bisac: subjectsRule("bisac"),
};

/** The lists' names on the form and in the history. */
export const LIST_LABELS = {
  contributors: "Contributors",
  furtherLanguageId: LANGUAGES,
  thema: "Thema subjects",
  bisac: "BISAC subjects",
} as const satisfies Record<keyof typeof recordLists, string>;

export type ListKey = keyof typeof recordLists;
export const LIST_KEYS = Object.keys(LIST_LABELS) as ListKey[];
