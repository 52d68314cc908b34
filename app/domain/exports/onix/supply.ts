import type { EditableBook } from "../../catalogue/staff-books";
import { rateText } from "../../catalogue/book-record-values";
import type { ExportingShop } from "../exported-book";
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
export const productSupply = (book: EditableBook, shop: ExportingShop): string =>
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
      price(book, shop),
    ),
  );

/** List 65. */
function availability({ hidden, publishingStatus, stock }: EditableBook): string {
  if (hidden) return "40";
  if (publishingStatus === "forthcoming") return "10";
  if (stock > 0) return "21";
  return publishingStatus === "out_of_print" ? "51" : "31";
}

/** The retail price including tax (list 58: 02), which is the MRP; a book for nothing has no price (list 57: 01). */
function price({ price, taxRate }: EditableBook, shop: ExportingShop): string {
  if (price === 0) return leaf("UnpricedItemType", "01");
  const rate = rateText(taxRate ?? shop.taxRate);
  return composite(
    "Price",
    leaf("PriceType", "02"),
    leaf("PriceAmount", (price / 100).toFixed(2)),
    composite("Tax", leaf("TaxType", "02"), leaf("TaxRatePercent", rate)),
    leaf("CurrencyCode", "INR"),
    composite("Territory", leaf("CountriesIncluded", "IN")),
  );
}
