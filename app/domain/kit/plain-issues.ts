import { z } from "zod";

type Issue = z.core.$ZodRawIssue;

/** What a value must be, by the validator's word for it. */
const KINDS: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  date: "a date",
  array: "a list",
  tuple: "a list",
  set: "a list",
  object: "an object with fields",
  record: "an object with fields",
  map: "an object with fields",
  file: "a file",
  null: "empty",
};

/** What a text must be, by the validator's word for its form. */
const FORMS: Record<string, string> = {
  email: "an email address, such as name@example.in",
  url: "a web address, such as https://www.example.in",
  date: "a date, such as 2026-11-26",
  datetime: "a date and time, such as 2026-11-26T09:30:00Z",
  time: "a time, such as 09:30",
  json_string: "JSON",
};

const UNITS: Record<string, string> = { string: "character", file: "byte" };

/** As many words as a sentence can hold: lists of languages and countries have hundreds. */
const MOST_WORDS = 12;

const isLength = (origin: string) => origin === "string" || origin === "file" || KINDS[origin] === "a list";

function several(words: string[]): string {
  const shown = words.slice(0, MOST_WORDS).join(", ");
  return words.length > MOST_WORDS ? `${shown} and ${words.length - MOST_WORDS} more` : shown;
}

function bound(issue: Issue & { code: "too_big" | "too_small" }): string {
  const [limit, words] =
    issue.code === "too_big"
      ? [issue.maximum, issue.inclusive === false ? "less than" : "at most"]
      : [issue.minimum, issue.inclusive === false ? "more than" : "at least"];
  const how = issue.exact ? "exactly" : words;
  const { origin } = issue;
  if (origin === "date") return `This must be ${issue.code === "too_big" ? "an earlier" : "a later"} date`;
  if (!isLength(origin)) return `This must be ${how} ${limit}`;
  const unit = UNITS[origin] ?? "item";
  return `This must have ${how} ${limit} ${Number(limit) === 1 ? unit : `${unit}s`}`;
}

function format(issue: Issue & { code: "invalid_format" }): string {
  const { format: form, prefix, suffix, includes } = issue;
  if (form === "starts_with") return `This must begin with “${String(prefix)}”`;
  if (form === "ends_with") return `This must end with “${String(suffix)}”`;
  if (form === "includes") return `This must contain “${String(includes)}”`;
  return FORMS[form] ? `This must be ${FORMS[form]}` : "This is not written in the right form";
}

/** What each of several accepted shapes asks for, if all of them ask for another kind of value. */
function union(issue: Issue & { code: "invalid_union" }): string {
  const kinds = issue.errors.map(([first]) =>
    first?.code === "invalid_type" && first.path.length === 0 ? KINDS[first.expected] : undefined,
  );
  return kinds.length > 0 && kinds.every((kind) => kind !== undefined)
    ? `This must be ${[...new Set(kinds)].join(" or ")}`
    : "This is not one of the accepted forms";
}

/**
 * The sentence for a value that a schema refuses without words of its own. Each begins with 'This', which stands for the
 * field: where a sentence is shown away from its field, `named` puts the name there.
 */
function plainIssue(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This is required";
      return KINDS[issue.expected] ? `This must be ${KINDS[issue.expected]}` : "This is not accepted";
    case "invalid_value":
      if (issue.input === undefined) return "This is required";
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}`
        : `This must be one of: ${several(issue.values.map(String))}`;
    case "too_big":
    case "too_small":
      return bound(issue);
    case "invalid_format":
      return format(issue);
    case "not_multiple_of":
      return `This must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "This has a field that is not known here";
    case "invalid_union":
      return union(issue);
    case "invalid_key":
      return "This has a name that is not accepted";
    case "invalid_element":
      return "This has a value that is not accepted";
    default:
      return "This is not accepted";
  }
}

/** How the sentences above begin; a schema's own words may begin with 'This is not a GSTIN'. */
const FOR_THE_FIELD =
  /^This(?= (?:must (?:be|have|begin|end|contain)|is required$|is not accepted$|is not written in|is not one of|has a ))/;

/** @returns the sentence of an issue with the field's name for its 'This', e.g. 'book.price must be a number' */
export const named = ({ message, path }: Pick<z.core.$ZodIssue, "message" | "path">) =>
  path.length > 0 ? message.replace(FOR_THE_FIELD, path.join(".")) : message;

// For every schema of the process: process/server.ts and the forms of the browser import this file for it.
z.config({ customError: plainIssue });
