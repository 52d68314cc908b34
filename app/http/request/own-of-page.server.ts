import type { Db } from "~/db/database.server";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { cartCount } from "~/domain/sales/cart/cart.server";
import { cachedPlan } from "~/domain/sales/delivery/cached-plan.server";
import { homePin } from "~/domain/kit/addresses/addresses.server";
import { ownReview } from "~/domain/readers/reviews/reviews.server";
import { isWaitingFor } from "~/domain/readers/waiting/stock-alerts.server";
import { isOnWishlist, wishlistCount } from "~/domain/readers/wishlist/wishlist.server";
import type { Own } from "~/page-data/own-texts";
import { markOf } from "./forms/typed-by.server";

/** What a book's page shows of its customer. */
export interface OwnOfBook {
  review: { rating: number; remarks: string } | null;
  isWished: boolean;
  /** Whether the customer has asked for a mail when the book can be bought. */
  isWaiting: boolean;
  /** The PIN code of their default address, while there is a delivery plan. */
  home: string | null;
}

export async function readOwn(db: Db, { id, firstName }: Account): Promise<Own> {
  const [copies, wished] = await Promise.all([cartCount(db, { accountId: id }), wishlistCount(db, id)]);
  return { firstName, cartCount: copies, wishlistCount: wished, mark: markOf(id) };
}

export async function readOwnOfBook(db: Db, account: Account, bookId: number): Promise<OwnOfBook> {
  const plan = await cachedPlan(db);
  const [review, isWished, isWaiting, home] = await Promise.all([
    ownReview(db, bookId, account.id),
    isOnWishlist(db, account.id, bookId),
    isWaitingFor(db, account, bookId),
    plan.isOn ? homePin(db, account.id) : null,
  ]);
  return { review, isWished, isWaiting, home };
}
