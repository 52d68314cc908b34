import { pictureJpeg } from "~/platform/pictures/picture-files";
import { xmlText } from "~/platform/xml";
import type { Book, BookRow } from "~/domain/catalogue/books/book";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import type { OnSale } from "~/domain/catalogue/books/sale/sale";
import { shortText } from "~/domain/kit/short-text";
import { coverAsJpeg } from "../exports/exported-book";

// An item of Google's product data specification (support.google.com/merchants/answer/7052112).

export interface FeedShop {
  /** The shop's public origin. */
  origin: string;
  name: string;
  /** A plain date in India. */
  today: string;
  /** What shipping costs an order of this one book, in paise; null: it depends on the place, by the delivery plan. */
  shippingOf: ((price: number) => number) | null;
}

/** Most characters of a title and a description. */
const MAX = { title: 150, description: 5000 };
/** Media > Books. */
const CATEGORY = 784;
/** Further types only help the shop's own reports. */
const MAX_TYPES = 5;

/**
 * A visible book as an item of the feed.
 * @param row of the book, for the dates of its sale @param onSale what of it can be bought now
 */
export function feedItem(book: Book, row: BookRow, onSale: OnSale, shop: FeedShop): string {
  const { price, salePrice } = book;
  const sale = saleOf(row, shop.today);
  const isbn = book.isbn13 && toIsbn13(book.isbn13);
  const { availability, from } = availabilityOf(onSale);
  return [
    "<item>\n",
    element("g:id", String(book.id)),
    element("title", shortText(book.title, MAX.title)),
    element("description", shortText(book.description || book.brief, MAX.description)),
    element("link", shop.origin + bookPath(book)),
    // A picture of a cover that is not the book's is not allowed.
    element("g:image_link", coverAsJpeg(book, shop.origin)),
    ...book.pictures.map(({ file }) => element("g:additional_image_link", shop.origin + pictureJpeg(file))),
    element("g:availability", availability),
    element("g:availability_date", from),
    element("g:price", inRupees(price)),
    element("g:sale_price", sale && inRupees(sale.price)),
    element("g:sale_price_effective_date", sale && sale.dates),
    // Printed on the book; a field for India alone.
    element("g:maximum_retail_price", inRupees(price)),
    element("g:gtin", isbn),
    element("g:brand", book.publisher.name),
    element("g:identifier_exists", isbn ? null : "no"),
    element("g:condition", "new"),
    element("g:google_product_category", String(CATEGORY)),
    ...book.tags.slice(0, MAX_TYPES).map(({ name }) => element("g:product_type", `Books > ${name}`)),
    element("g:shipping_weight", book.weightG === null ? null : `${book.weightG} g`),
    shop.shippingOf ? shippingTo(shop.shippingOf(salePrice ?? price)) : "",
    "</item>\n",
  ].join("");
}

const shippingTo = (paise: number) =>
  `<g:shipping>${element("g:country", "IN")}${element("g:price", inRupees(paise))}</g:shipping>\n`;

interface FeedSale {
  price: number;
  /** An interval in Indian time; null: at once, and until the feed says otherwise. */
  dates: string | null;
}

/**
 * The sale that lasts or, if both days are known, the one to come: Google wants both dates, or none. The price has to be
 * lower than the usual one. @param today a plain date in India
 */
function saleOf(row: BookRow, today: string): FeedSale | null {
  const { sale_from: from, sale_until: until } = row;
  const dates = until === null ? null : `${from ?? today}T00:00+0530/${until}T23:59+0530`;
  const isToCome = row.sale_price === null && from !== null && from > today && dates !== null;
  const price = isToCome ? row.planned_sale_price : row.sale_price;
  return price === null || price >= row.price ? null : { price, dates };
}

/** As the book's page says it. */
function availabilityOf({ stock, forthcoming }: OnSale): { availability: string; from: string | null } {
  if (stock === 0) return { availability: "out_of_stock", from: null };
  return forthcoming
    ? { availability: "preorder", from: `${forthcoming.releasedOn}T00:00+0530` }
    : { availability: "in_stock", from: null };
}

const inRupees = (paise: number) => `${(paise / 100).toFixed(2)} INR`;

const element = (name: string, text: string | null) =>
  text === null || text === "" ? "" : `<${name}>${xmlText(text)}</${name}>\n`;
