import { isFormat } from "~/domain/catalogue/books/record/book-formats";
import { isCountry } from "~/domain/kit/addresses/countries";
import { SUBJECT_SCHEMES, type SubjectScheme } from "~/domain/catalogue/books/record/subjects";
import type { TextField } from "../columns";
import type { ImportedBook } from "../imported-book";
import { child, children, lineIn, type OnixElement, preferred, textIn } from "./element";
import { languageName } from "./languages";

/** Numbers of pages, the best first (list 23): main content, content, total numbered, and others. */
const PAGE_EXTENTS = ["00", "11", "05", "07", "06", "10", "08"];
const PAGES = "03";
/** A form that the sender does not know (list 150). */
const UNDEFINED = "00";

/** Format, edition, pages, size, languages, subjects and ages of a product. */
export function readDescription(
  descriptive: OnixElement | undefined,
  header: OnixElement | undefined,
  book: ImportedBook,
) {
  const format = textIn(descriptive, "ProductForm");
  if (isFormat(format)) book.texts.format = format;
  else if (format && format !== UNDEFINED)
    book.warnings.push(`The format ${format} is not known here; it stays empty`);
  const country = textIn(descriptive, "CountryOfManufacture");
  if (isCountry(country)) book.texts.countryOfOrigin = country;
  set(book, "editionStatement", lineIn(descriptive, "EditionStatement"));
  set(book, "editionNumber", textIn(descriptive, "EditionNumber"));
  const inPages = children(descriptive, "Extent").filter((extent) => textIn(extent, "ExtentUnit") === PAGES);
  set(book, "pageCount", textIn(preferred(inPages, "ExtentType", PAGE_EXTENTS), "ExtentValue"));
  readMeasures(descriptive, book);
  readLanguages(descriptive, header, book);
  readSubjects(descriptive, book);
  readAges(descriptive, book);
}

const set = (book: ImportedBook, field: TextField, text: string) => {
  if (text) book.texts[field] = text;
};

/** List 48. */
const MEASURES: Record<string, TextField> = {
  "01": "heightMm",
  "02": "widthMm",
  "03": "thicknessMm",
  "08": "weightG",
};
/** List 50: millimetres or grams in one. */
const LENGTHS: Record<string, number> = { mm: 1, cm: 10, in: 25.4 };
const WEIGHTS: Record<string, number> = { gr: 1, kg: 1000, oz: 28.349_523_125, lb: 453.592_37 };

function readMeasures(descriptive: OnixElement | undefined, book: ImportedBook) {
  for (const measure of children(descriptive, "Measure")) {
    const field = MEASURES[textIn(measure, "MeasureType")];
    if (!field) continue;
    const unit = textIn(measure, "MeasureUnitCode");
    const factor = (field === "weightG" ? WEIGHTS : LENGTHS)[unit];
    const value = Number(textIn(measure, "Measurement")) * (factor ?? Number.NaN);
    if (Number.isNaN(value)) book.warnings.push(`The unit ${unit} of a measure is not known here`);
    // Senders write 0 for what they do not know.
    else if (value > 0) book.texts[field] ??= String(Math.max(1, Math.round(value)));
  }
}

function readLanguages(
  descriptive: OnixElement | undefined,
  header: OnixElement | undefined,
  book: ImportedBook,
) {
  const ofRole = (role: string) =>
    children(descriptive, "Language")
      .filter((language) => textIn(language, "LanguageRole") === role)
      .map((language) => textIn(language, "LanguageCode"));
  const texts = ofRole("01");
  const usual = textIn(header, "DefaultLanguageOfText");
  if (texts.length === 0 && usual && descriptive) texts.push(usual);
  const names = (codes: string[]) =>
    codes.flatMap((code) => {
      const name = languageName(code);
      if (!name) book.warnings.push(`The language ${code} is not known here`);
      return name ? [name] : [];
    });
  const [first, ...further] = names(texts);
  if (first) book.names.language = first;
  if (further.length > 0) book.languages = further;
  const [original] = names(ofRole("02"));
  if (original) book.names.originalLanguage = original;
}

/** List 27: Thema's subjects and its qualifiers, and BISAC's subjects. */
const SCHEMES: Record<string, SubjectScheme> = {
  "10": "bisac",
  "93": "thema",
  "94": "thema",
  "95": "thema",
  "96": "thema",
  "97": "thema",
  "98": "thema",
  "99": "thema",
};
const KEYWORDS = "20";

/** The main subject first. Other schemes are the sender's own business. */
function readSubjects(descriptive: OnixElement | undefined, book: ImportedBook) {
  const elements = children(descriptive, "Subject");
  const isMain = (element: OnixElement) => child(element, "MainSubject") !== undefined;
  for (const element of [...elements.filter(isMain), ...elements.filter((other) => !isMain(other))]) {
    const identifier = textIn(element, "SubjectSchemeIdentifier");
    const code = textIn(element, "SubjectCode").toUpperCase();
    const scheme = SCHEMES[identifier];
    if (identifier === KEYWORDS)
      (book.keywords ??= []).push(...keywordsIn(textIn(element, "SubjectHeadingText")));
    if (!scheme || !code) continue;
    if (!SUBJECT_SCHEMES[scheme].code.test(code))
      book.warnings.push(`${code} is no code of ${SUBJECT_SCHEMES[scheme].label}`);
    else book[scheme] = [...new Set([...(book[scheme] ?? []), code])];
  }
}

const keywordsIn = (text: string) =>
  text
    .split(text.includes(";") ? ";" : ",")
    .map((word) => word.trim())
    .filter(Boolean);

/** In years: ages of interest (17) and of reading (18), from (03) and to (04) or exactly (01); lists 30 and 31. */
function readAges(descriptive: OnixElement | undefined, book: ImportedBook) {
  const range = preferred(children(descriptive, "AudienceRange"), "AudienceRangeQualifier", ["17", "18"]);
  const precisions = children(range, "AudienceRangePrecision").map(({ text }) => text.trim());
  const values = children(range, "AudienceRangeValue").map(({ text }) => text.trim());
  for (const [index, precision] of precisions.entries()) {
    const value = values[index] ?? "";
    if (precision === "01" || precision === "03") set(book, "ageFrom", value);
    if (precision === "01" || precision === "04") set(book, "ageTo", value);
  }
}
