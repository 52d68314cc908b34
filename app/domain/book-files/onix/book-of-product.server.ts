import { bareIsbn, toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { emptyBook, type ImportedBook } from "../imported-book";
import { contributorsIn } from "./contributors";
import { readDescription } from "./describe";
import { child, children, type OnixElement, textIn } from "./element";
import { readAvailability, readPublishing } from "./publishing";
import { readPrice } from "./prices";
import type { OnixProduct } from "./read-onix.server";
import { readTexts } from "./texts.server";
import { readTitles } from "./titles";

/** List 1. Early, advance and confirmed notifications have the whole record; an update has the parts that changed. */
const WHOLE_OR_PART = ["01", "02", "03", "04", "12", "13"];
const DELETE = "05";
/** What our own messages call the shop's number of a book. */
export const SKU_NAME = "SKU";
/** What they call its number of a book that has neither ISBN nor SKU. */
export const NUMBER_NAME = "Book number in the shop";
/** Formats of the same work (list 51): alternative format, electronic version, its basis. */
const OTHER_FORMATS = ["06", "13", "27"];

/**
 * A product of an ONIX message as a book of an import. Codes that are not known become warnings.
 * @param today a plain date in India: prices can have dates
 */
export function bookOfProduct(
  { number, product, header, doubtful }: OnixProduct,
  today: string,
): ImportedBook {
  const book = emptyBook(number);
  if (doubtful !== undefined)
    book.warnings.push(
      `Some letters are damaged or not in UTF-8, such as in “${doubtful.slice(0, 40)}”: they are read as Windows-1252. Look at them`,
    );
  const reference = textIn(product, "RecordReference");
  if (reference) book.reference = reference;
  readIdentifiers(product, book);
  const notification = textIn(product, "NotificationType");
  if (notification === DELETE) return { ...book, isDeleted: true };
  if (!WHOLE_OR_PART.includes(notification)) {
    const message = `The notification type ${notification || "(none)"} is not imported`;
    return { ...book, problems: [{ column: "NotificationType", message }] };
  }
  const descriptive = child(product, "DescriptiveDetail");
  readTitles(descriptive, book);
  const contributors = contributorsIn(descriptive, book.warnings);
  if (contributors) book.contributors = contributors;
  readDescription(descriptive, header, book);
  readTexts(child(product, "CollateralDetail"), book);
  readPublishing(child(product, "PublishingDetail"), book);
  const supplies = children(product, "ProductSupply").flatMap((supply) => children(supply, "SupplyDetail"));
  readAvailability(supplies, book);
  readPrice(supplies, header, today, book);
  const others = children(child(product, "RelatedMaterial"), "RelatedProduct")
    .filter((other) =>
      children(other, "ProductRelationCode").some(({ text }) => OTHER_FORMATS.includes(text.trim())),
    )
    .map(isbnOf)
    .filter((isbn) => isbn !== null);
  if (others.length > 0) book.otherFormats = [...new Set(others)];
  return book;
}

/** Whether a shop like this one has written the product: its reference is made so. */
export const isOwnProduct = ({ reference }: ImportedBook): boolean => /\.book\.\d+$/.test(reference ?? "");

/** A GTIN that is no ISBN says nothing about a book; a number of the sender's own (01) may be its SKU. */
function readIdentifiers(product: OnixElement, book: ImportedBook) {
  const isbn = isbnOf(product);
  if (isbn) book.texts.isbn13 = isbn;
  else book.warnings.push("The product has no ISBN");
  const ownNumber = (name: string) =>
    textIn(
      children(product, "ProductIdentifier").find(
        (identifier) =>
          textIn(identifier, "ProductIDType") === "01" &&
          textIn(identifier, "IDTypeName").toUpperCase() === name.toUpperCase(),
      ),
      "IDValue",
    );
  const [sku, number] = [ownNumber(SKU_NAME), ownNumber(NUMBER_NAME)];
  if (sku) book.texts.sku = sku;
  // Only our own messages have it in the reference, too. Of another Kitab shop the title differs, and it is asked about.
  if (number && book.reference?.endsWith(`.book.${number}`)) book.id = number;
}

/** ISBN-13 (15), GTIN-13 (03) or ISBN-10 (02); list 5. @returns thirteen digits, or as given when the check digit is wrong */
function isbnOf(product: OnixElement): string | null {
  for (const type of ["15", "03", "02"])
    for (const identifier of children(product, "ProductIdentifier")) {
      const value = bareIsbn(textIn(identifier, "IDValue"));
      if (textIn(identifier, "ProductIDType") !== type || !value) continue;
      if (type === "15" || toIsbn13(value)) return toIsbn13(value) ?? value;
    }
  return null;
}
