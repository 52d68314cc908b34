import type { Operation } from "~/http/api/operation.server";
import { authentication } from "./auth.server";
import { books } from "./books.server";
import { browseBooks } from "./browse-books.server";
import { carts } from "./carts.server";
import { checkout } from "./checkout.server";
import { coupons } from "./coupons.server";
import { customers } from "./customers.server";
import { dashboards } from "./dashboard.server";
import { customerOrders } from "./customer-orders.server";
import { bookExports } from "./exports.server";
import { documentCall } from "./document.server";
import { imports } from "./imports.server";
import { masterData } from "./master-data.server";
import { newsletter } from "./newsletter.server";
import { staffOrderCalls } from "./orders.server";
import { pages } from "./pages.server";
import { profile } from "./profile.server";
import { ratings } from "./ratings.server";
import { reviewsAdmin } from "./reviews-admin.server";
import { savedItems } from "./saved-items.server";
import { settings } from "./settings.server";
import { stockAlerts } from "./stock-alerts.server";
import { wantedTitles } from "./wanted-titles.server";
import { wishlist } from "./wishlist.server";

/** Every call of the JSON API. The dispatcher, the OpenAPI document and the tests' access matrix all use this list. */
export const operations: readonly Operation[] = [
  ...authentication,
  ...browseBooks,
  ...pages,
  ...ratings,
  ...carts,
  ...checkout,
  ...customerOrders,
  ...profile,
  ...books,
  ...bookExports,
  ...masterData,
  ...imports,
  ...wishlist,
  ...savedItems,
  ...stockAlerts,
  ...wantedTitles,
  ...staffOrderCalls,
  ...customers,
  ...reviewsAdmin,
  ...coupons,
  ...dashboards,
  ...settings,
  ...newsletter,
  documentCall(() => operations),
];
