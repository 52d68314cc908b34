import type { ImportedBook } from "../imported-book";
import { child, children, lineIn, type OnixElement, preferred, textIn } from "./element";

/** Level 01 is the product itself, 02 and 03 are the collection (list 149). */
const PRODUCT = ["01"];
const COLLECTION = ["02", "03"];
/** Of an element of a title: distinctive title, and the same in other words (list 15). */
const TITLE_TYPES = ["01", "10", "00"];

/** Title, subtitle, series and number of the book in it. */
export function readTitles(descriptive: OnixElement | undefined, book: ImportedBook) {
  const details = children(descriptive, "TitleDetail");
  const detail = preferred(details, "TitleType", TITLE_TYPES);
  const own = elementOf(detail, PRODUCT);
  const whole = elementOf(detail, COLLECTION);
  const number = lineIn(own, "PartNumber");
  const collection = seriesOf(descriptive);
  // A volume without a title of its own: "Collected Works 3".
  const title = titleOf(own) || [titleOf(whole), number].filter(Boolean).join(" ");
  if (title) book.texts.title = title;
  const subtitle = lineIn(own, "Subtitle") || (titleOf(own) ? "" : lineIn(whole, "Subtitle"));
  if (subtitle) book.texts.subtitle = subtitle;
  const original = details.find((element) => textIn(element, "TitleType") === "03");
  if (original) book.texts.originalTitle = titleOf(elementOf(original, PRODUCT));
  const series = collection?.series || (titleOf(own) && titleOf(whole));
  if (series) book.names.series = series;
  if (series && (collection?.number || number)) book.texts.seriesNumber = collection?.number || number;
}

function seriesOf(descriptive: OnixElement | undefined) {
  for (const collection of children(descriptive, "Collection")) {
    const detail = preferred(children(collection, "TitleDetail"), "TitleType", TITLE_TYPES);
    const series = titleOf(elementOf(detail, COLLECTION));
    if (!series) continue;
    const parts = children(detail, "TitleElement").map((element) => lineIn(element, "PartNumber"));
    const sequence = textIn(child(collection, "CollectionSequence"), "CollectionSequenceNumber");
    return { series, number: parts.find(Boolean) || sequence };
  }
  return undefined;
}

const elementOf = (detail: OnixElement | undefined, levels: readonly string[]) =>
  preferred(children(detail, "TitleElement"), "TitleElementLevel", levels);

const titleOf = (element: OnixElement | undefined): string =>
  [lineIn(element, "TitlePrefix"), lineIn(element, "TitleWithoutPrefix")].filter(Boolean).join(" ") ||
  lineIn(element, "TitleText");
