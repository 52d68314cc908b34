import type { ImportedBook } from "../imported-book";
import { child, children, lineIn, type OnixElement, preferred, textIn } from "./element";

/** Publisher, imprint, status and date of publication. */
export function readPublishing(publishing: OnixElement | undefined, book: ImportedBook) {
  const publisher = textIn(
    preferred(children(publishing, "Publisher"), "PublishingRole", ["01"]),
    "PublisherName",
  );
  const imprint = lineIn(child(publishing, "Imprint"), "ImprintName");
  if (publisher || imprint) book.names.publisher = publisher || imprint;
  if (imprint && publisher && imprint !== publisher) book.texts.imprint = imprint;
  const date = preferred(children(publishing, "PublishingDate"), "PublishingDateRole", ["01"]);
  if (date) readDate(date, book);
  const status = textIn(publishing, "PublishingStatus");
  const known = STATUSES[status];
  if (known) book.texts.publishingStatus = known;
  else if (status) book.warnings.push(`The publishing status ${status} is not taken over`);
}

/** List 64. */
const STATUSES: Record<string, string> = {
  "02": "forthcoming",
  "04": "available",
  "06": "out_of_print",
  "07": "out_of_print",
};

/** List 65: only where the publisher gives no status. */
const AVAILABILITIES: Record<string, string> = {
  "10": "forthcoming",
  "11": "forthcoming",
  "12": "forthcoming",
  "20": "available",
  "21": "available",
  "22": "available",
  "23": "available",
  "51": "out_of_print",
};

/** Availability and stock of the product at its supplier. */
export function readAvailability(supplies: OnixElement[], book: ImportedBook) {
  const codes = supplies.map((supply) => textIn(supply, "ProductAvailability")).filter(Boolean);
  const status = codes.map((code) => AVAILABILITIES[code]).find(Boolean);
  if (status) book.texts.publishingStatus ??= status;
  const stock = supplies
    .flatMap((supply) => children(supply, "Stock"))
    .map((found) => textIn(found, "OnHand"));
  const copies = stock.filter((text) => /^\d+$/.test(text)).map(Number);
  if (copies.length > 0) book.texts.stock = String(copies.reduce((sum, count) => sum + count, 0));
}

/** How many characters of YYYYMMDD a date has, by its format (list 55). */
const DATE_LENGTHS: Record<string, number> = { "00": 8, "01": 6, "05": 4, "13": 8, "14": 8 };

function readDate(element: OnixElement, book: ImportedBook) {
  const date = child(element, "Date");
  const text = textIn(element, "Date").replaceAll("-", "");
  const format = date?.attributes["dateformat"] ?? textIn(element, "DateFormat");
  const length = DATE_LENGTHS[format || "00"];
  const digits = text.slice(0, length ?? 0);
  if (/^\d{8}$/.test(digits))
    book.texts.publishedOn = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  // The shop knows days and years.
  else if (/^\d{4}(?:\d\d)?$/.test(digits)) book.texts.publishedOn = digits.slice(0, 4);
  else book.warnings.push(`The date of publication "${textIn(element, "Date")}" is not understood`);
}
