import type { Db } from "~/db/database.server";
import type { Account } from "~/domain/accounts/sessions.server";
import { cartCount } from "~/domain/cart/cart.server";
import { bookIdOf } from "~/domain/catalogue/book-address";
import { parseId } from "~/domain/ids";
import { ownReview } from "~/domain/reviews/reviews.server";
import { isWaitingFor } from "~/domain/stock-alerts/stock-alerts.server";
import { isOnWishlist, wishlistCount } from "~/domain/wishlist/wishlist.server";

/** What every page of the store shows of its customer: name, badge, menu, notices. */
export interface FrameFacts {
  firstName: string;
  emailConfirmed: boolean;
  showRecommendations: boolean;
  cartCount: number;
  wishlistCount: number;
}

/**
 * What single pages show of their customer beside the frame. The page's loader and the page cache both get it from
 * `pageFacts`, so that they cannot differ. Plain JSON.
 */
export interface PageFacts {
  /** Of a book's page. */
  ownOfBook?: {
    review: { rating: number; remarks: string } | null;
    isWished: boolean;
    /** Whether the customer has asked for a mail when the book can be bought. */
    isWaiting: boolean;
  };
  /** Of the shop's own pages, for their contact form. */
  sender?: { name: string; email: string };
}

export async function frameFacts(db: Db, account: Account): Promise<FrameFacts> {
  const { id, firstName, emailConfirmed, showRecommendations } = account;
  const [copies, wished] = await Promise.all([cartCount(db, { accountId: id }), wishlistCount(db, id)]);
  return { firstName, emailConfirmed, showRecommendations, cartCount: copies, wishlistCount: wished };
}

const BOOK = /^\/books\/([^/]+)$/;
const OWN_PAGE = /^\/[^/]+$/;

/** @param path of the page */
export async function pageFacts(db: Db, account: Account, path: string): Promise<PageFacts> {
  const bookId = parseId(bookIdOf(BOOK.exec(path)?.[1] ?? ""));
  if (bookId !== null) {
    const [review, isWished, isWaiting] = await Promise.all([
      ownReview(db, bookId, account.id),
      isOnWishlist(db, account.id, bookId),
      isWaitingFor(db, account, bookId),
    ]);
    return { ownOfBook: { review, isWished, isWaiting } };
  }
  if (account.role !== "customer" || !OWN_PAGE.test(path)) return {};
  return { sender: { name: `${account.firstName} ${account.lastName}`.trim(), email: account.email } };
}
