import { formatRupeesShort } from "../../money";
import { type BookEdit, ROUNDINGS } from "./book-edit";

const percent = (hundredths: number) => `${hundredths / 100} %`;

/** What a change does, in a line, e.g. "Price +10 %, 2 tags added". */
export function editSummary(edit: BookEdit): string {
  const { price, sale, stock, addTags, removeTags, publisher, language, taxRate, featured, visible } = edit;
  const parts: string[] = [];
  if (price)
    parts.push(
      price.how === "set"
        ? `Price ${formatRupeesShort(price.amount)}`
        : `Price ${price.how === "raise" ? "+" : "−"}${percent(price.amount)}`,
    );
  if (sale?.how === "end") parts.push("Sale ended");
  if (sale?.how === "set") parts.push(`Sale price ${formatRupeesShort(sale.amount)}`);
  if (sale?.how === "below") parts.push(`Sale price ${percent(sale.amount)} below the price`);
  if (price?.how === "raise" || price?.how === "lower" || sale?.how === "below")
    parts.push(`rounded to: ${ROUNDINGS[edit.rounding].toLowerCase()}`);
  if (stock) parts.push(`Stock ${{ add: "+", take: "−", set: "" }[stock.how]}${stock.copies}`);
  if (addTags.length > 0) parts.push(`Tags added: ${addTags.join(", ")}`);
  if (removeTags.length > 0) parts.push(`Tags removed: ${removeTags.join(", ")}`);
  if (publisher) parts.push(`Publisher ${publisher}`);
  if (language) parts.push(`Language ${language}`);
  if (taxRate !== null) parts.push(taxRate ? `Tax rate ${taxRate} %` : "Tax rate as in the settings");
  if (featured !== null) parts.push(featured ? "Featured" : "Not featured");
  if (visible !== null) parts.push(visible ? "Shown" : "Hidden");
  return parts.join("; ");
}
