import { XML_HEAD, xmlText } from "~/platform/xml";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { NUMBER_NAME, SKU_NAME } from "../../onix/book-of-product.server";
import { coverAsJpeg, type ExportedBook, type ExportingShop } from "../exported-book";
import { descriptiveDetail } from "./descriptive";
import { composite, leaf } from "./elements";
import { productSupply, publishingDetail } from "./supply";

const NAMESPACE = "http://ns.editeur.org/onix/3.0/reference";

/** An ONIX 3.0 message with reference tags. @param batches of books */
export async function* onixOfBooks(
  batches: AsyncIterable<ExportedBook[]>,
  shop: ExportingShop,
): AsyncGenerator<string> {
  yield `${XML_HEAD}<ONIXMessage release="3.0" xmlns="${NAMESPACE}">\n${header(shop)}\n`;
  for await (const books of batches) yield books.map((book) => `${product(book, shop)}\n`).join("");
  yield "</ONIXMessage>\n";
}

const header = ({ sender, email, now }: ExportingShop) =>
  composite(
    "Header",
    composite("Sender", leaf("SenderName", sender), leaf("EmailAddress", email)),
    leaf("SentDateTime", `${now.toISOString().replace(/[-:]/g, "").slice(0, 13)}Z`),
    leaf("DefaultCurrencyCode", "INR"),
  );

const product = (book: ExportedBook, shop: ExportingShop) =>
  composite(
    "Product",
    // Stays the same when anything of the book changes.
    leaf("RecordReference", `${new URL(shop.origin).host}.book.${book.id}`),
    leaf("NotificationType", "03"),
    ...identifiers(book),
    descriptiveDetail(book),
    collateralDetail(book, shop.origin),
    publishingDetail(book),
    relatedMaterial(book),
    productSupply(book, shop),
  );

const identifier = (type: string, value: string | null, name = "") =>
  value
    ? composite(
        "ProductIdentifier",
        leaf("ProductIDType", type),
        leaf("IDTypeName", name),
        leaf("IDValue", value),
      )
    : "";

/** The other editions of the work, as alternative formats (list 51: 06). */
const relatedMaterial = ({ otherIsbns }: ExportedBook): string =>
  composite(
    "RelatedMaterial",
    ...otherIsbns
      .map(toIsbn13)
      .filter((isbn) => isbn !== null)
      .map((isbn) => composite("RelatedProduct", leaf("ProductRelationCode", "06"), identifier("15", isbn))),
  );

/** ISBN-13 (list 5: 15), the same as GTIN-13 (03), and the shop's own number (01), of which a product needs one. */
function identifiers({ id, isbn13, sku }: EditableBook): string[] {
  const isbn = isbn13 && toIsbn13(isbn13);
  const own = sku ? identifier("01", sku, SKU_NAME) : identifier("01", isbn ? null : String(id), NUMBER_NAME);
  return [identifier("15", isbn), identifier("03", isbn), own];
}

/** Short description (list 153: 02), description (03), and the cover to download. */
function collateralDetail(book: EditableBook, origin: string): string {
  const text = (type: string, content: string) =>
    content
      ? composite("TextContent", leaf("TextType", type), leaf("ContentAudience", "00"), textElement(content))
      : "";
  const cover = coverAsJpeg(book, origin);
  return composite(
    "CollateralDetail",
    text("02", book.brief),
    text("03", book.description),
    cover === null
      ? ""
      : composite(
          "SupportingResource",
          leaf("ResourceContentType", "01"),
          leaf("ContentAudience", "00"),
          leaf("ResourceMode", "03"),
          composite("ResourceVersion", leaf("ResourceForm", "02"), leaf("ResourceLink", cover)),
        ),
  );
}

/** Plain text (list 34: 06) has no lines, and may be taken for HTML: texts with either are XHTML (05). */
function textElement(text: string): string {
  if (!/[\n<&]/.test(text)) return leaf("Text", text, 'textformat="06"');
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split("\n").map(xmlText).join("<br/>")}</p>`);
  return `<Text textformat="05">${paragraphs.join("")}</Text>`;
}
