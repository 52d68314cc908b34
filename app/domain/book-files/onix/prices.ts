import { formatDate } from "~/domain/kit/dates";
import type { ImportedBook } from "../imported-book";
import { child, children, type OnixElement, textIn } from "./element";

/** Retail prices, recommended, fixed or the publisher's, the best first: the shop's prices include tax (list 58). */
const RETAIL = ["02", "04", "42", "01", "03", "41"];
const WITHOUT_TAX = new Set(["01", "03", "41"]);
/** A promotional offer, which has dates and may stand beside the price (list 59). */
const OFFER = "08";
/** Who pays a price (list 59): shoppers before those that are not named. Others are not the shop's. */
const FOR_SHOPPERS = ["05", "", "00"];

/**
 * The retail price in rupees that holds today; the sale price with its dates if the message has an offer beside it.
 * @param today a plain date in India
 */
export function readPrice(
  supplies: OnixElement[],
  header: OnixElement | undefined,
  today: string,
  book: ImportedBook,
) {
  const typeOf = (price: OnixElement) => textIn(price, "PriceType") || textIn(header, "DefaultPriceType");
  const currencyOf = (price: OnixElement) =>
    textIn(price, "CurrencyCode") || textIn(header, "DefaultCurrencyCode");
  const prices = supplies
    .flatMap((supply) => children(supply, "Price"))
    .filter((price) => currencyOf(price) === "INR" && RETAIL.includes(typeOf(price)) && isForIndia(price))
    .map((price) => ({ price, type: typeOf(price), isOffer: isOffer(price), ...validity(price) }))
    .filter(({ price }) => isForShoppers(price, book.warnings))
    .sort((a, b) => payerOf(a) - payerOf(b) || RETAIL.indexOf(a.type) - RETAIL.indexOf(b.type));
  for (const { price, from, isOffer } of prices)
    if (from && from > today && !isOffer)
      book.warnings.push(
        `The price ${textIn(price, "PriceAmount")} from ${formatDate(from)} is not taken yet`,
      );
  const valid = prices.filter(({ from, until }) => (!from || from <= today) && (!until || today <= until));
  const now = valid.find((price) => !price.isOffer) ?? valid[0];
  if (!now) {
    const currencies = new Set(supplies.flatMap((supply) => children(supply, "Price").map(currencyOf)));
    if (currencies.size > 0 && !currencies.has("INR") && currencies.delete(""))
      book.warnings.push("The price is not taken: the message does not say its currency");
    if (currencies.size > 0 && !currencies.has("INR"))
      book.warnings.push(`The prices are in ${[...currencies].join(", ")}, none in rupees`);
    else if (currencies.size > 0 && prices.length === 0)
      book.warnings.push("None of the prices in rupees is one for shoppers in India");
    return;
  }
  book.texts.price = textIn(now.price, "PriceAmount");
  const offer = prices.find(
    ({ isOffer, type, until }) => isOffer && type === now.type && (!until || today <= until),
  );
  if (offer && !now.isOffer) {
    book.texts.salePrice = textIn(offer.price, "PriceAmount");
    book.texts.saleFrom = offer.from ?? "";
    book.texts.saleUntil = offer.until ?? "";
  }
  const tax = Number(textIn(child(now.price, "Tax"), "TaxRatePercent"));
  if (WITHOUT_TAX.has(now.type) && tax > 0)
    book.warnings.push(`The price ${book.texts.price} does not include the tax of ${tax}%`);
}

const payerOf = ({ price, isOffer }: { price: OnixElement; isOffer: boolean }) =>
  isOffer ? FOR_SHOPPERS.length : FOR_SHOPPERS.indexOf(textIn(price, "PriceQualifier"));

function isForShoppers(price: OnixElement, warnings: string[]): boolean {
  const qualifier = textIn(price, "PriceQualifier");
  const least = Number(textIn(price, "MinimumOrderQuantity"));
  if (least > 1) {
    warnings.push(
      `The price ${textIn(price, "PriceAmount")} is not taken: it is for ${least} copies or more`,
    );
    return false;
  }
  if (FOR_SHOPPERS.includes(qualifier) || qualifier === OFFER) return true;
  warnings.push(
    `The price ${textIn(price, "PriceAmount")} is not taken: it is not for shoppers (price qualifier ${qualifier})`,
  );
  return false;
}

const isOffer = (price: OnixElement) => textIn(price, "PriceQualifier") === OFFER;

/** A price for named countries only holds here when India is one of them. */
function isForIndia(price: OnixElement): boolean {
  const territory = child(price, "Territory");
  const countries = (name: string) => textIn(territory, name).split(" ");
  if (countries("CountriesExcluded").includes("IN")) return false;
  if (!textIn(territory, "CountriesIncluded") && !textIn(territory, "RegionsIncluded")) return true;
  return (
    countries("CountriesIncluded").includes("IN") ||
    /\b(?:WORLD|ROW)\b/.test(textIn(territory, "RegionsIncluded"))
  );
}

/** From (14), until (15), from and until (24); list 173. */
function validity(price: OnixElement): { from?: string; until?: string } {
  const found: { from?: string; until?: string } = {};
  for (const date of children(price, "PriceDate")) {
    const role = textIn(date, "PriceDateRole");
    const [from, until] = textIn(date, "Date").match(/\d{8}/g) ?? [];
    if (role === "14" || role === "24") Object.assign(found, from && { from: plainDate(from) });
    if (role === "15") Object.assign(found, from && { until: plainDate(from) });
    if (role === "24") Object.assign(found, until && { until: plainDate(until) });
  }
  return found;
}

const plainDate = (digits: string) => `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
