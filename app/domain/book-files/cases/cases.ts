import type { AuditValue } from "~/domain/kit/audit/audit";
import type { ImportMode, PlanOutcome } from "../plan/plan";

/** What is right for a row of a file. What is not named here may be anything. */
export interface RightRow {
  /** Several: either is right. */
  outcome: PlanOutcome | PlanOutcome[];
  /** As the book's history names and shows them; null: stays empty. */
  fields?: Record<string, AuditValue>;
  /** One of the row's problems, with its column in front, matches. */
  problem?: RegExp;
  /** One of the row's hints matches. */
  hint?: RegExp;
  /** How many hints it has. */
  hints?: number;
}

export interface Case {
  mode?: ImportMode;
  mapping?: object;
  /** The rows, in the file's order; or what is said of a file that cannot be read. */
  right: RightRow[] | RegExp;
  /** One of the hints about the whole file matches. */
  fileHint?: RegExp;
  /** What is right when the file comes once more after it was imported. */
  again?: RightRow[];
}

const added = (fields: RightRow["fields"] = {}, hint?: RegExp): RightRow => ({
  outcome: "added",
  fields,
  ...(hint && { hint }),
});

/** ONIX has no tags. */
const WITH_TAG = { defaults: { tags: "Imported" } };
const EXCEL = /Excel|spreadsheet/i;

/**
 * The smallest files that once showed a fault, by the name of the file, with what is right. All names and numbers are
 * invented. The catalogue has four books, 1 to 4, with the SKUs 101 to 104, that none of the files is about; only the second
 * has an ISBN.
 */
export const CASES: Record<string, Case> = {
  // Book ID is the column of another program: the row is a new book by its ISBN.
  "foreign-book-id.csv": { right: [added({ Title: "Ledger title three", ISBN: "9788126415397" })] },
  "foreign-book-id-stock-list.csv": {
    mode: "stock_and_price",
    right: [{ outcome: "refused" }, { outcome: "refused" }],
  },
  // SKUs are counted from one, or from 101, in other programs, too.
  "foreign-sku.csv": {
    right: [
      { outcome: "refused", problem: /SKU: The shop has this SKU for book 1, “One”/ },
      { outcome: "refused", problem: /Say whose numbers these are/ },
      added({ SKU: "900" }),
    ],
  },
  "foreign-sku-stock-list.csv": {
    mode: "stock_and_price",
    right: [
      { outcome: "refused", problem: /for book 2, “Two”: its title or ISBN is another one/ },
      { outcome: "refused", problem: /for book 2, “Two”: its title or ISBN is another one/ },
      { outcome: "changed", fields: { Stock: 70, ISBN: null } },
    ],
  },
  // Other programs write 0 for none.
  "sale-price-zero.csv": {
    right: [
      ...Array.from({ length: 3 }, () =>
        added({ Price: "₹300.00", "Sale Price": null }, /Special Price: 0 is taken as no sale price/),
      ),
      added({ "Sale Price": "₹250.00" }),
      // As the form takes it, and not in silence.
      added({ Price: "₹0.00" }, /Price: at 0 the book is free/),
    ],
  },
  "woocommerce-sale-zero.csv": {
    right: [added({ Price: "₹299.00", "Sale Price": null }, /Sale Price: 0 is taken as no sale price/)],
  },
  // Other programs write three decimals: a point before three digits is asked about.
  "three-decimals.csv": {
    right: Array.from({ length: 3 }, () => ({
      outcome: "refused" as const,
      problem: /Stock: “\d+\.000” can be read in two ways/,
    })),
  },
  "woocommerce-three-decimals.csv": { right: [added({ Price: "₹8.50", "Sale Price": "₹7.50", Stock: 5 })] },
  // Two digits after a last comma are never a group.
  "decimal-comma.csv": {
    right: [
      added({ Price: "₹99.50", "Sale Price": "₹89.50" }),
      added({ Price: "₹12.99", "Sale Price": "₹9.99" }),
      added({ Price: "₹0.50", "Sale Price": null }),
    ],
  },
  "woocommerce-decimal-comma.csv": { right: [added({ Price: "₹99.50", "Sale Price": "₹89.50" })] },
  "isbn-placeholders.csv": { right: Array.from({ length: 5 }, () => added({ ISBN: null })) },
  "isbn-from-excel.csv": {
    right: [added({ ISBN: null }, EXCEL), added({ ISBN: null }, EXCEL), added({ ISBN: "9788126415397" })],
  },
  "isbn-with-words.csv": {
    right: [
      added({ ISBN: "9788126415397" }),
      added({ ISBN: "9788126415403" }),
      added({ ISBN: "9788126415410" }),
      added({ ISBN: "9788126415427" }),
    ],
  },
  // The second time they are asked about, and nothing is added.
  "no-identifiers-twice.csv": {
    right: [added(), added()],
    again: [{ outcome: ["refused", "unchanged"] }, { outcome: ["refused", "unchanged"] }],
  },
  "html-in-description.csv": {
    right: [added({ Brief: "Short & sweet", Description: "A bold tale & more.\n\n• One" })],
  },
  "woocommerce-without-id.csv": {
    right: [
      added({
        Title: "Woo without ID",
        Authors: ["Asha Rao"],
        Language: "Hindi",
        Publisher: "Test House",
        Brief: "Short",
        Description: "One\nTwo",
        Price: "₹299.00",
        Stock: 5,
        Tags: ["Fiction", "Hindi", "tag1", "tag2"],
        Visible: null,
      }),
    ],
  },
  "woocommerce-variations.csv": {
    right: [
      added({ Title: "Mahabharata (Part One)", SKU: "V-0", Tags: ["Epics"], Authors: ["Vyasa"] }),
      added({ Title: "Mahabharata (Part Two)", SKU: "V-1", Tags: ["Epics"], Authors: ["Vyasa"] }),
    ],
  },
  "price-list-with-title-row.csv": { right: [added({ Title: "Pre one", Authors: ["Asha Rao"] })] },
  "price-list-with-title-row.xlsx": { right: [added({ Authors: ["Asha Rao"], Publisher: "Test House" })] },
  "books-on-second-sheet.xlsx": {
    right: [added({ Title: "On the second sheet", Authors: ["Asha Rao"] })],
    fileHint: /other sheets.*"Read me" \(2 rows\)/,
  },
  "pipe-delimited.csv": { right: [added({ Title: "Pipe", Price: "₹100.00", Tags: ["Imported"] })] },
  "two-equal-headings.csv": {
    right: [added({ Title: "Dup", Price: "₹100.00" })],
    fileHint: /"Price" and "Price \(2\)"/,
  },
  "barcode-before-isbn.csv": {
    right: [added({ ISBN: "9788126415397" })],
    fileHint: /"ISBN" counts, and "Barcode" is not read/,
  },
  "authors-with-commas.csv": {
    right: [
      // Others in the column have no surname in front, so it is asked.
      { outcome: "refused", problem: /Author: “Tagore, Rabindranath” can be two people/ },
      added({ Authors: ["Neil Rao", "Terry Iyer"] }),
      added({ Authors: null, Contributors: ["Asha Rao (Editor)", "Radha Iyer (Translator)"] }),
      added({ Contributors: ["Asha Rao (Editor)"] }),
      { outcome: "refused", problem: /At least one author is required/ },
    ],
  },
  // Calibre's cover is the path of a picture.
  "tags-with-commas.csv": {
    fileHint: /^Not imported: "cover"\.$/m,
    right: [
      { ...added({ Tags: ["Fiction", "Hindi"], Format: null }), hints: 0 },
      { ...added({ Tags: ["Fiction", "Novels"], Format: null }), hints: 0 },
    ],
  },
  // What is sure is taken, the rest is left out with a hint.
  "optional-cells-refuse-rows.csv": {
    right: [
      added({ "Page Count": 256 }),
      added({ "Page Count": null }),
      added({ Format: "Paperback" }),
      added(),
      added({ "Published Date": "15 Aug 2023" }),
      added({ "Published Date": "2023" }),
      added({ "Published Date": "2023" }),
    ],
  },
  "language-codes.csv": {
    right: [
      added({ Language: "Hindi" }),
      added({ Language: "Hindi" }),
      added({ Language: "English", "Further languages": ["Hindi"] }),
    ],
  },
  "long-cell-in-unused-column.csv": { right: [added({ Title: "Huge" }), added({ Title: "Fine" })] },
  "weight-without-unit.csv": { right: [added({}, /weight/i), added({}, /weight/i)] },
  "shopify-thousands-separator.csv": {
    right: [added({ Price: "₹1,499.00", "Sale Price": "₹1,299.00" })],
  },
  // For consumers (05), not for libraries (06).
  "onix-library-price-first.xml": { mapping: WITH_TAG, right: [added({ Price: "₹300.00" })] },
  "onix-fixed-price-04.xml": { mapping: WITH_TAG, right: [added({ Price: "₹299.00" })] },
  "onix-editor-only.xml": {
    mapping: WITH_TAG,
    right: [
      added({ Title: "An anthology" }),
      { outcome: "refused", problem: /At least one author is required/ },
    ],
  },
  // Saved after Excel showed 9.78813E+12: the digits are gone. 9788171670000 is a right number.
  "isbn-saved-as-rounded.csv": {
    right: [
      ...Array.from({ length: 3 }, () => added({ ISBN: null }, EXCEL)),
      added({ ISBN: "9788171670000" }),
    ],
  },
  "xlsx-isbn-rounded.xlsx": {
    right: [added({ ISBN: null }, EXCEL), added({ ISBN: "9788126415397" }), added({ ISBN: "9788171670000" })],
  },
  // Programs write lists as arrays or hashtags.
  "lists-as-arrays.csv": {
    right: [
      added({ Authors: ["Neil Rao", "Asha Rao"], Tags: ["Crime, noir", "Fiction"] }),
      added({ Authors: ["Neil Rao", "Ila O'Brien"], Tags: ["Fiction", "Hindi"] }),
      added({ Language: "Hindi", "Further languages": ["English"], Tags: ["Fiction"] }),
      added({ Tags: ["Fiction", "hindi_novel"] }),
      added({ Tags: ["Crime", "Fiction"] }),
      added({ Tags: ["Fiction", "Hindi"] }),
    ],
  },
  "shopify-half-gram.csv": {
    right: [added({ Weight: null }, /weight 0\.5 is left out/), added({ Weight: 500 })],
    fileHint: /Not imported: "Colour \(product.metafields.custom.colou…", "Variant Weight Unit"\./,
  },
  "isbn10-where-isbn13-is-empty.csv": {
    right: [
      added({ ISBN: "9788171670000" }),
      added({ ISBN: "9788126415397" }),
      added({ ISBN: null }),
      added({ ISBN: "9788126415403" }, EXCEL),
    ],
    fileHint: /"ISBN 13" counts, and "ISBN 10" is read where it is empty/,
  },
  // A sale whose days are not known would begin today.
  "sale-days-unknown.csv": {
    right: [
      {
        ...added({ "Sale Price": null }, /Sale from: “Aug 2026” is no day, so the sale price is left out/),
        hints: 1,
      },
      { ...added({ "Sale Price": null }, /“Diwali” is no day/), hints: 1 },
      { ...added({ "Sale Price": "₹90.00", "Sale from": "1 Dec 2026" }), hints: 0 },
      { ...added({ "Sale Price": "₹90.00", "Sale until": null }), hints: 0 },
    ],
  },
  "woocommerce-translated.csv": {
    right: [
      added({
        Title: "Gora",
        ISBN: "9788126415397",
        SKU: "W-41",
        Price: "₹99.50",
        "Sale Price": "₹89.50",
        Stock: 5,
        Weight: 350,
        Authors: ["Asha Rao"],
        Language: "Hindi",
        Publisher: "Test House",
        Tags: ["Fiction", "tag1"],
      }),
    ],
    fileHint: /Not imported: "Мета: _yoast", "Статус налога"/,
  },
  "xlsx-currency-in-formats.xlsx": {
    right: [
      { outcome: "refused", problem: /“\$ 12\.5” is in USD/ },
      added({ Price: "₹1,250.00" }),
      { outcome: "refused", problem: /“€ 12” is in EUR/ },
      added({ Price: "₹300.00" }),
      added({ Price: "₹450.00" }),
    ],
  },
  "onix-wrong-byte.xml": {
    mapping: WITH_TAG,
    right: [
      added({ Title: "Café Kabul" }, /“Café”: they are read as Windows-1252/),
      { ...added({ Title: "गोदान" }), hints: 0 },
    ],
  },
  "onix-unseen-signs.xml": {
    mapping: WITH_TAG,
    right: [added({ Title: "Gora", ISBN: "9788126415601", Price: "₹300.00" })],
  },
  "onix-30-with-doctype.xml": { mapping: WITH_TAG, right: [added({ Title: "With a DOCTYPE" })] },
  "onix-21-with-doctype.xml": { right: /ONIX 2\.1.*3\.0/ },
};

/** Files that are not read as is right so far. Whoever mends one takes it out. */
export const NOT_YET: string[] = [];
