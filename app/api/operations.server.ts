import type { Operation } from "~/api/operation.server";
import { accountFiles } from "./operations/account-files.server";
import { accounts } from "./operations/accounts.server";
import { authentication } from "./operations/auth.server";
import { bookPictures } from "./operations/book-pictures.server";
import { books } from "./operations/books.server";
import { browseBooks } from "./operations/browse-books.server";
import { carts } from "./operations/carts.server";
import { checkout } from "./operations/checkout.server";
import { coupons } from "./operations/coupons.server";
import { customers } from "./operations/customers.server";
import { dashboards } from "./operations/dashboard.server";
import { customerOrders } from "./operations/customer-orders.server";
import { bookExports } from "./operations/exports.server";
import { delivery } from "./operations/delivery.server";
import { documentCall } from "./document.server";
import { mailedCodes } from "./operations/mailed-codes.server";
import { imports } from "./operations/imports.server";
import { masterData } from "./operations/master-data.server";
import { newsletter } from "./operations/newsletter.server";
import { orderPapers } from "./operations/order-papers.server";
import { staffOrderCalls } from "./operations/orders.server";
import { pages } from "./operations/pages.server";
import { profile } from "./operations/profile.server";
import { ratings } from "./operations/ratings.server";
import { reviewsAdmin } from "./operations/reviews-admin.server";
import { savedItems } from "./operations/saved-items.server";
import { settings, taxRates } from "./operations/settings.server";
import { stockAlerts } from "./operations/stock-alerts.server";
import { wantedTitles } from "./operations/wanted-titles.server";
import { wishlist } from "./operations/wishlist.server";

/** Every call of the JSON API. The dispatcher, the OpenAPI document and the tests' access matrix all use this list. */
export const operations: readonly Operation[] = [
  ...authentication,
  ...mailedCodes,
  ...browseBooks,
  ...pages,
  ...ratings,
  ...carts,
  ...checkout,
  ...delivery,
  ...customerOrders,
  ...profile,
  ...books,
  ...bookPictures,
  ...bookExports,
  ...accounts,
  ...masterData,
  ...imports,
  ...wishlist,
  ...savedItems,
  ...stockAlerts,
  ...wantedTitles,
  ...staffOrderCalls,
  ...orderPapers,
  ...customers,
  ...reviewsAdmin,
  ...coupons,
  ...dashboards,
  ...accountFiles,
  ...settings,
  ...taxRates,
  ...newsletter,
  documentCall(() => operations),
];
