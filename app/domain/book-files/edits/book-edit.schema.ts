import { z } from "zod";
import { BOOK_MAX } from "~/domain/catalogue/books/record/book-form.schema";
import { SALE_DATES_REVERSED } from "~/domain/catalogue/books/sale/sale-dates";
import {
  characters,
  line,
  MOST_CHOSEN,
  SHORT,
  toNumber,
  typed,
} from "~/domain/catalogue/books/record/typed-fields";
import { isPlainDate } from "~/domain/kit/dates";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { cleanName, nameKey } from "../../catalogue/names/names";
import { typedText } from "~/domain/kit/typed-text";
import {
  type BookEdit,
  PRICE_CHANGES,
  ROUNDINGS,
  SALE_CHANGES,
  STOCK_CHANGES,
  TAX_CHANGES,
} from "./book-edit";

/** The longest list of tags as typed. */
export const TAGS_MAX = 1000;

const oneOf = <Key extends string>(choices: Record<Key, string>, first: NoInfer<Key>) =>
  z
    .enum(Object.keys(choices) as [Key, ...Key[]], { error: "Choose one of the list" })
    .optional()
    .default(first);

const YES_OR_NO = { keep: "", yes: "", no: "" };

const text = typed("The amount must be a number").transform(line);

/** A plain date as typed; empty for none. */
const day = (label: string) =>
  text.refine((typed) => typed === "" || isPlainDate(typed), `${label} must be a date (YYYY-MM-DD)`);

/** A list of names, separated by commas. */
const names = (label: string, max: number) =>
  typedText(TAGS_MAX, `${label} must be less than ${TAGS_MAX} characters`)
    .optional()
    .default("")
    .transform((typed) => {
      const given = typed
        .split(/[,;\n]/)
        .map(cleanName)
        .filter(Boolean);
      return [...new Map(given.map((name) => [nameKey(name), name])).values()];
    })
    .refine((list) => list.every((name) => characters(name) <= max), `A name has ${max} characters at most`)
    .refine((list) => list.length <= MOST_CHOSEN, `At most ${MOST_CHOSEN} tags can be given`);

const name = (max: number) =>
  typedText(max, `The name must be less than ${max} characters`)
    .optional()
    .default("")
    .transform((typed) => cleanName(typed) || null);

type Read = { value: number } | { problem: string };

/** @returns hundredths */
function readAmount(typed: string, label: string, most: number): Read {
  if (!typed) return { problem: `${label} is required` };
  const value = Math.round(toNumber(typed.replace(/%/g, "")) * 100);
  if (Number.isNaN(value)) return { problem: `${label} must be a number` };
  if (value < 0) return { problem: `${label} must be greater than or equal to 0` };
  return value <= most * 100 ? { value } : { problem: `${label} must be ${most} or less` };
}

function readCopies(typed: string): Read {
  const value = typed ? toNumber(typed) : Number.NaN;
  if (!Number.isInteger(value) || value < 0) return { problem: "Copies must be a whole number" };
  return value <= BOOK_MAX.stock ? { value } : { problem: `Copies must be ${BOOK_MAX.stock} or less` };
}

const flag = (value: keyof typeof YES_OR_NO) => (value === "keep" ? null : value === "yes");

/** The change of many books, as staff fill it in. */
export const bookEditSchema = z
  .object({
    price: oneOf(PRICE_CHANGES, "keep"),
    priceAmount: text,
    sale: oneOf(SALE_CHANGES, "keep"),
    saleAmount: text,
    saleFrom: day("Sale from"),
    saleUntil: day("Sale until"),
    rounding: oneOf(ROUNDINGS, "rupee"),
    stock: oneOf(STOCK_CHANGES, "keep"),
    stockAmount: text,
    addTags: names("Tags", MASTER_DATA.tag.max),
    removeTags: names("Tags", MASTER_DATA.tag.max),
    publisher: name(MASTER_DATA.publisher.max),
    language: name(MASTER_DATA.language.max),
    tax: oneOf(TAX_CHANGES, "keep"),
    taxRate: text,
    featured: oneOf(YES_OR_NO, "keep"),
    visible: oneOf(YES_OR_NO, "keep"),
  })
  .transform((given, context): BookEdit => {
    const amount = (path: string, read: Read): number => {
      if ("value" in read) return read.value;
      context.addIssue({ code: "custom", path: [path], message: read.problem });
      return 0;
    };
    const percentOrPrice = (path: "priceAmount" | "saleAmount", how: string) => {
      const most = how === "raise" ? 1000 : how === "set" ? BOOK_MAX.price : 100;
      return amount(path, readAmount(given[path], how === "set" ? "The price" : "The percentage", most));
    };
    const edit: BookEdit = {
      price:
        given.price === "keep"
          ? null
          : { how: given.price, amount: percentOrPrice("priceAmount", given.price) },
      sale:
        given.sale === "keep"
          ? null
          : given.sale === "end"
            ? { how: "end" }
            : {
                how: given.sale,
                amount: percentOrPrice("saleAmount", given.sale),
                from: given.saleFrom,
                until: given.saleUntil,
              },
      rounding: given.rounding,
      stock:
        given.stock === "keep"
          ? null
          : { how: given.stock, copies: amount("stockAmount", readCopies(given.stockAmount)) },
      addTags: given.addTags,
      removeTags: given.removeTags,
      publisher: given.publisher,
      language: given.language,
      taxRate: given.tax === "keep" ? null : given.tax === "shop" ? "" : given.taxRate,
      featured: flag(given.featured),
      visible: flag(given.visible),
    };
    const { saleFrom, saleUntil } = given;
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (saleFrom && saleUntil && saleUntil < saleFrom) refuse("saleUntil", SALE_DATES_REVERSED);
    if ((saleFrom || saleUntil) && (given.sale === "keep" || given.sale === "end"))
      refuse("sale", "Choose a sale price for these dates");
    if (given.tax === "set") amount("taxRate", readAmount(given.taxRate, "The tax rate", 100));
    if (!changesSomething(edit))
      context.addIssue({ code: "custom", path: ["price"], message: "Choose what to change" });
    return edit;
  });

function changesSomething(edit: BookEdit): boolean {
  const { price, sale, stock, addTags, removeTags, publisher, language, taxRate, featured, visible } = edit;
  const changes = [price, sale, stock, publisher, language, taxRate, featured, visible];
  return addTags.length + removeTags.length > 0 || changes.some((change) => change !== null);
}

/** What staff typed, as it is stored with the change. */
export const storedEditSchema = z.record(z.string().max(SHORT), z.string().max(2 * TAGS_MAX + 1000));
