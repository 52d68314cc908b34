import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import {
  type MemberDiscounts,
  priceFor,
  type PriceStep,
  priceSteps,
} from "~/domain/sales/trade/member-price";
import { memberDiscounts } from "~/domain/sales/trade/member-price.server";
import { getRequestSession } from "./request-session.server";

/** A book on a page. Paise. */
interface ShownBook {
  id: number;
  price: number;
  salePrice: number | null;
  yourPrice?: number;
}

const publicPrice = ({ id, price, salePrice }: ShownBook) => ({
  bookId: id,
  price,
  charged: salePrice ?? price,
});

const withPrice = <Book extends ShownBook>(book: Book, member: MemberDiscounts): Book => {
  const shown = publicPrice(book);
  const yourPrice = priceFor(member, shown, 1);
  return yourPrice < shown.charged ? { ...book, yourPrice } : book;
};

/**
 * Books as their visitor sees them: with `yourPrice` where a member of a customer group pays less for one copy. For all others
 * they are returned as they are. No page with such a price is cached (http/listeners/page-cache/customer-pages.server.ts).
 */
export async function withYourPrices<Book extends ShownBook>(
  context: Readonly<RouterContextProvider>,
  books: readonly Book[],
): Promise<Book[]> {
  const { account } = getRequestSession(context);
  if (!account || account.groupId === null) return [...books];
  const ids = books.map(({ id }) => id);
  const member = await memberDiscounts(readDb, account.id, ids);
  return books.map((book) => withPrice(book, member));
}

/** The same of one book, with what a copy costs of more copies. `yourSteps` is there only if the price changes with them. */
export async function withYourSteps<Book extends ShownBook>(
  context: Readonly<RouterContextProvider>,
  book: Book,
): Promise<Book & { yourSteps?: PriceStep[] }> {
  const { account } = getRequestSession(context);
  if (!account || account.groupId === null) return book;
  const member = await memberDiscounts(readDb, account.id, [book.id]);
  const steps = priceSteps(member, publicPrice(book));
  return { ...withPrice(book, member), ...(steps.length > 1 && { yourSteps: steps }) };
}
