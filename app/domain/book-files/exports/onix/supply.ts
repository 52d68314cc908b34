import type { EditableBook } from "~/domain/catalogue/books/staff/staff-books";
import { rateText } from "~/domain/catalogue/books/record/book-record-values";
import { indianDate } from "~/domain/kit/dates";
import type { ExportedBook, ExportingShop } from "../exported-book";
import { composite, dateElement, leaf } from "./elements";

/** List 64. */
const STATUSES = { forthcoming: "02", available: "04", out_of_print: "07" } as const;

/** Imprint, publisher, status and date. Rights of sale are left out: the shop does not know them. */
export const publishingDetail = (book: EditableBook): string =>
  composite(
    "PublishingDetail",
    composite("Imprint", leaf("ImprintName", book.imprint)),
    composite("Publisher", leaf("PublishingRole", "01"), leaf("PublisherName", book.publisher.name)),
    leaf("PublishingStatus", STATUSES[book.publishingStatus]),
    book.publishedOn === null
      ? ""
      : composite("PublishingDate", leaf("PublishingDateRole", "01"), dateElement(book.publishedOn)),
  );

/** The shop as a retailer (list 93: 08), with stock and the price in India. */
export const productSupply = (book: ExportedBook, shop: ExportingShop): string =>
  composite(
    "ProductSupply",
    composite(
      "SupplyDetail",
      composite(
        "Supplier",
        leaf("SupplierRole", "08"),
        leaf("SupplierName", shop.sender),
        leaf("EmailAddress", shop.email),
      ),
      leaf("ProductAvailability", availability(book)),
      book.publishingStatus === "forthcoming" && book.publishedOn?.length === 10
        ? composite("SupplyDate", leaf("SupplyDateRole", "08"), dateElement(book.publishedOn))
        : "",
      composite("Stock", leaf("OnHand", book.stock)),
      prices(book, shop),
    ),
  );

/** List 65. */
function availability({ hidden, publishingStatus, stock }: EditableBook): string {
  if (hidden) return "40";
  if (publishingStatus === "forthcoming") return "10";
  if (stock > 0) return "21";
  return publishingStatus === "out_of_print" ? "51" : "31";
}

/** A book for nothing has no price (list 57: 01). */
function prices(book: ExportedBook, shop: ExportingShop): string {
  if (book.price === 0) return leaf("UnpricedItemType", "01");
  return price(book, book.price) + offer(book, shop);
}

/**
 * The sale price as a promotional offer (list 59: 08) beside the price. The standard demands dates of an offer: a sale without
 * any is left out, and so is one that is over.
 */
function offer(book: ExportedBook, shop: ExportingShop): string {
  const { salePrice, saleFrom, saleUntil } = book;
  const isOver = saleUntil !== null && saleUntil < indianDate(shop.now);
  if (salePrice === null || (saleFrom === null && saleUntil === null) || isOver) return "";
  return price(book, salePrice, { qualifier: "08", from: saleFrom, until: saleUntil });
}

interface Offer {
  qualifier: string;
  /** The first and the last day; list 173: 14 and 15. */
  from: string | null;
  until: string | null;
}

/** A retail price including tax (list 58: 02); the book's own is the MRP. @param paise the amount */
const price = ({ rateNow }: ExportedBook, paise: number, offer?: Offer): string =>
  composite(
    "Price",
    leaf("PriceType", "02"),
    leaf("PriceQualifier", offer?.qualifier),
    leaf("PriceAmount", (paise / 100).toFixed(2)),
    composite("Tax", leaf("TaxType", "02"), leaf("TaxRatePercent", rateText(rateNow))),
    leaf("CurrencyCode", "INR"),
    composite("Territory", leaf("CountriesIncluded", "IN")),
    priceDate("14", offer?.from),
    priceDate("15", offer?.until),
  );

const priceDate = (role: string, day: string | null | undefined) =>
  day ? composite("PriceDate", leaf("PriceDateRole", role), dateElement(day)) : "";
