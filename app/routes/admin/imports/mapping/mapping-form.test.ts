import { describe, expect, test } from "vitest";
import { NO_MAPPING } from "~/domain/book-files/mapping";
import { mappingFields, readMappingForm, type TypedFields } from "./mapping-form";

const OTHER = {
  format: "other",
  columns: ["Titel", "MRP", "Rate", "", "Author", "Translator", "Titel (2)"],
} as const;
const file = { ...OTHER, columns: [...OTHER.columns] };
const shopify = { format: "shopify" as const, columns: ["Handle", "Title", "Author"] };

const read = (typed: TypedFields, of: Parameters<typeof readMappingForm>[1] = file, kept = NO_MAPPING) =>
  readMappingForm((name) => typed[name] ?? "", of, kept);

test("suggests what headings say; of two that say the same the best", () => {
  expect(mappingFields(file, NO_MAPPING, null)).toMatchObject({
    mode: "add_and_change",
    "column-0": "nothing",
    "column-1": "price",
    "column-2": "nothing",
    "column-4": "contributors",
    "column-5": "translators",
  });
  expect(mappingFields(file, NO_MAPPING, null)).not.toHaveProperty("column-3");
  expect(mappingFields(shopify, NO_MAPPING, null)).toMatchObject({ "column-1": "auto" });
});

test("reads what was chosen, and shows it again as it was typed", () => {
  const typed = {
    mode: "add_only",
    "column-0": "title",
    "column-1": "price",
    "column-2": "nothing",
    "column-4": "contributors",
    "column-5": "nothing",
    "column-6": "nothing",
    "default-publisher": " Saar Books ",
    subjects: "FBA Novels\nfm: Fantasy",
    keywords: "on",
    fetchPictures: "on",
  };
  const short = { ...NO_MAPPING, short: { title: { "A long title": "A title" } } };
  const answer = read(typed, file, short);
  expect(answer).toEqual({
    ok: true,
    mode: "add_only",
    mapping: {
      ...NO_MAPPING,
      columns: {
        Titel: "title",
        MRP: "price",
        Rate: null,
        Author: "contributors",
        Translator: null,
        "Titel (2)": null,
      },
      defaults: { publisher: "Saar Books" },
      short: { title: { "A long title": "A title" } },
      tagsOfSubjects: { FBA: "Novels", FM: "Fantasy" },
      keywordsAsTags: true,
      fetchPictures: true,
    },
  });
  if (!answer.ok) return;
  expect(mappingFields(file, answer.mapping, answer.mode)).toMatchObject({
    ...typed,
    "default-publisher": "Saar Books",
    subjects: "FBA Novels\nFM Fantasy",
  });
});

describe("names the field that is wrong", () => {
  const full = { mode: "add_only", "column-0": "title", "column-1": "price", "column-2": "nothing" };
  const rest = { "column-4": "nothing", "column-5": "nothing", "column-6": "nothing" };
  test.each<[string, TypedFields, string]>([
    ["no mode", { mode: "" }, "mode"],
    ["a column that was not chosen", { "column-2": "" }, "column-2"],
    ["a second column of one heading", { "column-6": "title" }, "column-6"],
    ["an unknown meaning", { "column-2": "__proto__" }, "column-2"],
    ["two columns with one meaning", { "column-2": "price" }, "column-2"],
    ["nothing to find books by", { "column-0": "nothing" }, "column-0"],
    ["a code without a tag", { subjects: "FBA" }, "subjects"],
    ["a long tag", { subjects: `FBA ${"x".repeat(200)}` }, "subjects"],
  ])("%s", (_, typed, field) => {
    expect(read({ ...full, ...rest, ...typed })).toEqual({
      ok: false,
      errors: { [field]: [expect.any(String)] },
    });
  });
});

test("columns of another shop's export are left to it", () => {
  const typed = { mode: "add_only", "column-0": "auto", "column-1": "nothing", "column-2": "contributors" };
  expect(read(typed, shopify)).toMatchObject({
    ok: true,
    mapping: { columns: { Title: null, Author: "contributors" } },
  });
  expect(read({ ...typed, "column-0": "auto" }, { ...shopify, format: "other" })).toMatchObject({
    ok: false,
  });
});
