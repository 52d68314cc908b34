import { formatDate } from "~/domain/kit/dates";
import { formatRupeesShort } from "~/domain/kit/money";
import { type BookEdit, ROUNDINGS } from "./book-edit";

const percent = (hundredths: number) => `${hundredths / 100} %`;

const datesOf = ({ from, until }: { from: string; until: string }) =>
  `${from && ` from ${formatDate(from)}`}${until && ` until ${formatDate(until)}`}`;

/** What a change does, in a line, e.g. "Price +10 % (rounded to a whole rupee); tags added: Monsoon sale". */
export function editSummary(edit: BookEdit): string {
  const { price, sale, stock, addTags, removeTags, publisher, language, taxRate, featured, visible } = edit;
  const round = edit.rounding === "paise" ? "" : ` (rounded to ${ROUNDINGS[edit.rounding].toLowerCase()})`;
  const parts: string[] = [];
  if (price?.how === "set") parts.push(`price ${formatRupeesShort(price.amount)}`);
  else if (price) parts.push(`price ${price.how === "raise" ? "+" : "−"}${percent(price.amount)}${round}`);
  if (sale?.how === "end") parts.push("sale ended");
  if (sale?.how === "set") parts.push(`sale price ${formatRupeesShort(sale.amount)}${datesOf(sale)}`);
  if (sale?.how === "below")
    parts.push(`sale price ${percent(sale.amount)} below the price${round}${datesOf(sale)}`);
  if (stock) parts.push(`stock ${{ add: "+", take: "−", set: "" }[stock.how]}${stock.copies}`);
  if (addTags.length > 0) parts.push(`tags added: ${addTags.join(", ")}`);
  if (removeTags.length > 0) parts.push(`tags removed: ${removeTags.join(", ")}`);
  if (publisher) parts.push(`publisher ${publisher}`);
  if (language) parts.push(`language ${language}`);
  if (taxRate !== null) parts.push(taxRate ? `tax rate ${taxRate} %` : "tax rate as in the settings");
  if (featured !== null) parts.push(featured ? "featured" : "not featured");
  if (visible !== null) parts.push(visible ? "shown" : "hidden");
  const line = parts.join("; ");
  return line.charAt(0).toUpperCase() + line.slice(1);
}
