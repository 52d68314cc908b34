import { AUTHOR_ROLE } from "~/domain/catalogue/books/record/contributor-roles";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { composite, leaf } from "./elements";
import { languageCode } from "./languages";

/** What the product is: form, series, titles, people, edition, languages, extent, subjects, ages. */
export const descriptiveDetail = (book: EditableBook): string =>
  composite(
    "DescriptiveDetail",
    leaf("ProductComposition", "00"),
    leaf("ProductForm", book.format ?? UNDEFINED),
    ...measures(book),
    leaf("CountryOfManufacture", book.countryOfOrigin),
    collection(book),
    titleDetail("01", leaf("TitleText", book.title), leaf("Subtitle", book.subtitle)),
    book.originalTitle ? titleDetail("03", leaf("TitleText", book.originalTitle)) : "",
    ...contributors(book),
    leaf("EditionNumber", book.editionNumber),
    leaf("EditionStatement", book.editionStatement),
    ...languages(book),
    book.pageCount === null
      ? ""
      : composite(
          "Extent",
          leaf("ExtentType", "00"),
          leaf("ExtentValue", book.pageCount),
          leaf("ExtentUnit", "03"),
        ),
    ...subjects(book),
    ages(book),
  );

/** List 150. */
const UNDEFINED = "00";

/** @param type of list 15: 01 the distinctive title, 03 the title in the original language */
const titleDetail = (type: string, ...title: string[]) =>
  composite(
    "TitleDetail",
    leaf("TitleType", type),
    composite("TitleElement", leaf("TitleElementLevel", "01"), ...title),
  );

/** Lists 48 and 50. */
function measures({ heightMm, widthMm, thicknessMm, weightG }: EditableBook): string[] {
  const measure = (type: string, value: number | null, unit: string) =>
    value === null
      ? ""
      : composite(
          "Measure",
          leaf("MeasureType", type),
          leaf("Measurement", value),
          leaf("MeasureUnitCode", unit),
        );
  return [
    measure("01", heightMm, "mm"),
    measure("02", widthMm, "mm"),
    measure("03", thicknessMm, "mm"),
    measure("08", weightG, "gr"),
  ];
}

/** A publisher's collection (list 148: 10) with the book's number in it. */
function collection({ series, seriesNumber }: EditableBook): string {
  if (series === null) return "";
  const element = (level: string, inside: string) =>
    composite("TitleElement", leaf("TitleElementLevel", level), inside);
  return composite(
    "Collection",
    leaf("CollectionType", "10"),
    composite(
      "TitleDetail",
      leaf("TitleType", "01"),
      element("02", leaf("TitleText", series)),
      seriesNumber ? element("01", leaf("PartNumber", seriesNumber)) : "",
    ),
  );
}

function contributors({ contributors }: EditableBook): string[] {
  if (contributors.length === 0) return ["<NoContributor/>"];
  return contributors.map(({ name, role }, index) =>
    composite(
      "Contributor",
      leaf("SequenceNumber", index + 1),
      leaf("ContributorRole", role || AUTHOR_ROLE),
      leaf("PersonName", name),
    ),
  );
}

/** Languages of the text (list 22: 01) and of the original (02); those without a code are left out. */
function languages({ language, furtherLanguages, originalLanguage }: EditableBook): string[] {
  const element = (role: string, code: string | null) =>
    code ? composite("Language", leaf("LanguageRole", role), leaf("LanguageCode", code)) : "";
  const first = languageCode(language.name);
  // Without the first one, a further one would be taken for it.
  const texts = first ? [first, ...furtherLanguages.map(({ name }) => languageCode(name))] : [];
  return [
    ...texts.map((code) => element("01", code)),
    originalLanguage === null ? "" : element("02", languageCode(originalLanguage)),
  ];
}

const KEYWORDS = "20";

/** Thema (list 27: 93, its qualifiers 94 to 99), BISAC (10), and the tags as keywords. */
function subjects({ thema, bisac, tags }: EditableBook): string[] {
  const subject = (scheme: string, code: string, isMain: boolean) =>
    composite(
      "Subject",
      isMain ? "<MainSubject/>" : "",
      leaf("SubjectSchemeIdentifier", scheme),
      leaf("SubjectCode", code),
    );
  const scheme = (code: string) => (/^[1-6]/.test(code) ? String(93 + Number(code[0])) : "93");
  return [
    ...thema.map((code, index) => subject(scheme(code), code, index === 0 && scheme(code) === "93")),
    ...bisac.map((code, index) => subject("10", code, index === 0)),
    tags.length === 0
      ? ""
      : composite(
          "Subject",
          leaf("SubjectSchemeIdentifier", KEYWORDS),
          leaf("SubjectHeadingText", tags.map(({ name }) => name).join("; ")),
        ),
  ];
}

/** Ages of interest in years (list 30: 17), from (list 31: 03) and to (04). */
function ages({ ageFrom, ageTo }: EditableBook): string {
  if (ageFrom === null && ageTo === null) return "";
  const end = (precision: string, value: number | null) =>
    value === null ? "" : leaf("AudienceRangePrecision", precision) + leaf("AudienceRangeValue", value);
  return composite(
    "AudienceRange",
    leaf("AudienceRangeQualifier", "17"),
    end("03", ageFrom),
    end("04", ageTo),
  );
}
