import type { Operation } from "~/api/operation.server";
import { accountFiles } from "./operations/account-files.server";
import { accounts } from "./operations/accounts.server";
import { authentication } from "./operations/people/auth.server";
import { bookPictures } from "./operations/catalogue/book-pictures.server";
import { books } from "./operations/catalogue/books.server";
import { browseBooks } from "./operations/catalogue/browse-books.server";
import { carts } from "./operations/sales/carts.server";
import { checkout } from "./operations/sales/checkout.server";
import { coupons } from "./operations/sales/coupons.server";
import { customers } from "./operations/people/customers.server";
import { dashboards } from "./operations/dashboard.server";
import { customerOrders } from "./operations/sales/customer-orders.server";
import { bookExports } from "./operations/exports.server";
import { delivery } from "./operations/sales/delivery.server";
import { documentCall } from "./document.server";
import { mailedCodes } from "./operations/people/mailed-codes.server";
import { imports } from "./operations/catalogue/imports.server";
import { masterData } from "./operations/catalogue/master-data.server";
import { newsletter } from "./operations/people/newsletter.server";
import { orderMoneyCalls } from "./operations/sales/order-money.server";
import { orderPapers } from "./operations/sales/order-papers.server";
import { orderShippingCalls } from "./operations/sales/order-shipping.server";
import { quotations } from "./operations/sales/quotations.server";
import { staffOrderCalls } from "./operations/sales/orders.server";
import { pages } from "./operations/pages.server";
import { profile } from "./operations/people/profile.server";
import { receivableCalls } from "./operations/receivables.server";
import { settlementCalls } from "./operations/settlements.server";
import { trade } from "./operations/sales/trade.server";
import { ratings } from "./operations/catalogue/ratings.server";
import { reviewsAdmin } from "./operations/catalogue/reviews-admin.server";
import { savedItems } from "./operations/sales/saved-items.server";
import { settings, taxRates } from "./operations/settings.server";
import { stockAlerts } from "./operations/catalogue/stock-alerts.server";
import { wantedTitles } from "./operations/catalogue/wanted-titles.server";
import { wishlist } from "./operations/people/wishlist.server";

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
  ...receivableCalls,
  ...settlementCalls,
  ...masterData,
  ...imports,
  ...wishlist,
  ...savedItems,
  ...stockAlerts,
  ...wantedTitles,
  ...staffOrderCalls,
  ...orderShippingCalls,
  ...orderMoneyCalls,
  ...orderPapers,
  ...quotations,
  ...customers,
  ...trade,
  ...reviewsAdmin,
  ...coupons,
  ...dashboards,
  ...accountFiles,
  ...settings,
  ...taxRates,
  ...newsletter,
  documentCall(() => operations),
];
