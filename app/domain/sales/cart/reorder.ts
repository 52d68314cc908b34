import { CART_FULL } from "./cart";
import { limitMessage } from "./copies-limit";

/** The result of 'Order again', and its messages. */

/** A book of the order; `added` of `wanted` copies are in the cart now. */
export interface ReorderedBook {
  bookId: number;
  title: string;
  wanted: number;
  added: number;
  /** Copies that were in the cart before; 0 when the book is not available. */
  inCart: number;
  /** The shop's limit for one book, if it, and not the stock, was the reason for adding less than wanted; else null. */
  limitedTo: number | null;
  /** Whether nothing was added because the cart has `CART_MAX` other books. */
  isCartFull: boolean;
}

/** The limit of each list: all messages together must fit into a cookie of 4 kB. */
const LIST_BYTES = 400;
const TITLE_CHARACTERS = 60;
const MOST_NAMED = 8;

const copies = (count: number) => (count === 1 ? "1 copy" : `${count} copies`);
/** As the cookie has it: a quotation mark takes several. */
const bytes = (text: string) => new TextEncoder().encode(JSON.stringify(JSON.stringify(text))).length - 6;

const named = ({ title }: ReorderedBook) => {
  const characters = [...title];
  return `"${characters.length > TITLE_CHARACTERS ? `${characters.slice(0, TITLE_CHARACTERS).join("")}…` : title}"`;
};

/** The first few parts, and how many more there are. */
function listed(parts: string[]): string {
  let shown = 0;
  let length = 0;
  while (shown < Math.min(parts.length, MOST_NAMED)) {
    length += bytes(parts[shown]!);
    if (length > LIST_BYTES) break;
    shown += 1;
  }
  const more = parts.length - shown;
  const names = parts.slice(0, shown);
  if (more > 0) names.push(`${more} more`);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)!}`;
}

/** One message each for the books that were added, added in part, and not added. */
export function reorderedInWords(
  books: ReorderedBook[],
): { kind: "success" | "info" | "error"; text: string }[] {
  const added = books.filter((book) => book.added > 0);
  const fewer = added.filter((book) => book.added < book.wanted && book.limitedTo === null);
  const limited = books.filter((book) => book.limitedTo !== null);
  const inCart = books.filter((book) => book.added === 0 && book.inCart > 0 && book.limitedTo === null);
  const left = books.filter((book) => book.isCartFull);
  const gone = books.filter((book) => book.added === 0 && book.inCart === 0 && !book.isCartFull);
  const messages: ReturnType<typeof reorderedInWords> = [];
  if (added.length > 0) {
    const parts = added.map((book) => `${copies(book.added)} of ${named(book)}`);
    messages.push({ kind: "success", text: `Added ${listed(parts)} to your cart` });
  }
  if (fewer.length > 0) {
    const parts = fewer.map((book) => `${book.added} of ${copies(book.wanted)} of ${named(book)}`);
    messages.push({ kind: "info", text: `Only ${listed(parts)} could be added: there are no more in stock` });
  }
  if (limited.length > 0) {
    const parts = limited.map((book) => `${book.added} of ${copies(book.wanted)} of ${named(book)}`);
    const text = `${limitMessage(limited[0]!.limitedTo!)} Added: ${listed(parts)}`;
    messages.push({ kind: "info", text });
  }
  if (inCart.length > 0) {
    const text = `Your cart already has all available copies of ${listed(inCart.map(named))}`;
    messages.push({ kind: "info", text });
  }
  if (left.length > 0) {
    // Without names, for which the cookie has no room.
    const text = `${CART_FULL}. Not added: ${left.length === 1 ? "1 book" : `${left.length} books`}`;
    messages.push({ kind: added.length > 0 ? "info" : "error", text });
  }
  if (gone.length > 0) {
    const text = `Not available now: ${listed(gone.map(named))}`;
    messages.push({ kind: added.length > 0 ? "info" : "error", text });
  }
  return messages;
}
