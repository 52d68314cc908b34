import { bookFormSchema } from "~/domain/catalogue/books/record/book-form.schema";
import { type ColumnKey, columnOf } from "../columns";
import { type BookInput, columnOfField } from "./book-input";

/** What makes no sense without the others: a sale price whose dates cannot be read would hold today. */
const TOGETHER: (keyof BookInput)[][] = [
  ["salePrice", "saleFrom", "saleUntil"],
  ["ageFrom", "ageTo"],
];

interface LeftOut {
  column: ColumnKey;
  message: string;
}

/**
 * Checks a book by the form's rules. What a file gives without need and is wrong is left out: the book keeps what it has.
 * @param base the book without the file @param given what the file says
 * @param isTyped whether staff typed it: then nothing is left out
 */
export function parsedWithout(base: Partial<BookInput>, given: Partial<BookInput>, isTyped: boolean) {
  const kept: Partial<BookInput> = { ...given };
  const left: LeftOut[] = [];
  for (;;) {
    const parsed = bookFormSchema.safeParse({ ...base, ...kept });
    if (parsed.success || isTyped) return { parsed, left };
    const wrong = parsed.error.issues.filter(({ path: [field] }) => isOptional(field, kept));
    if (wrong.length === 0) return { parsed, left };
    for (const { path, message } of wrong) {
      const field = path[0] as keyof BookInput;
      if (!(field in kept)) continue;
      left.push({ column: columnOfField(field), message });
      for (const one of TOGETHER.find((group) => group.includes(field)) ?? [field]) delete kept[one];
    }
  }
}

/** An empty one is no text of the file that could be left out. */
const isOptional = (field: PropertyKey | undefined, kept: Partial<BookInput>): boolean => {
  if (field === undefined || columnOf(columnOfField(field)).need === "book" || !(field in kept)) return false;
  const value = kept[field as keyof BookInput];
  return value !== "" && value !== null && !(Array.isArray(value) && value.length === 0);
};
