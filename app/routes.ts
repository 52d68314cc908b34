import { type RouteConfig, index, layout, prefix, route } from "@react-router/dev/routes";
import { MASTER_DATA } from "./domain/master-data/master-data";

/** Every URL and the file that answers it. */
export default [
  layout("routes/store/_layout.tsx", [
    index("routes/store/home.tsx"),
    route("index", "routes/store/home.tsx", { id: "home-by-name" }),
    route("books", "routes/store/books.tsx"),
    route("books/:id", "routes/store/book.tsx"),
    route("categories", "routes/store/categories.tsx"),
    route("bestsellers", "routes/store/bestsellers.tsx"),
    route("*", "routes/store/not-found.tsx"),

    layout("routes/_full-styles.tsx", { id: "inner" }, [
      route("terms", "routes/store/terms.tsx"),
      route("privacy", "routes/store/privacy.tsx"),
      route("wishlist", "routes/store/wishlist.tsx"),
      // The shop's own pages, below all fixed addresses (domain/pages/addresses.ts).
      route(":page", "routes/store/page.tsx"),
      route("news", "routes/store/news.tsx"),
      route("news/:post", "routes/store/news-post.tsx"),
      route("newsletter", "routes/store/newsletter.tsx"),
      route("newsletter/confirm", "routes/store/newsletter-confirm.tsx"),
      route("newsletter/unsubscribe", "routes/store/newsletter-unsubscribe.tsx"),

      route("books/:id/notify", "routes/store/notify.tsx"),
      route("books/notify/stop", "routes/store/notify-stop.tsx"),

      route("cart", "routes/checkout/cart.tsx"),
      ...prefix("checkout", [
        index("routes/checkout/checkout.tsx"),
        route("pay/:orderId", "routes/checkout/pay.tsx"),
        route("return/:orderId", "routes/checkout/return.tsx"),
        route("confirmation/:orderId", "routes/checkout/confirmation.tsx"),
      ]),

      route("login", "routes/account/login.tsx"),
      route("login/code", "routes/account/login-code.tsx"),
      route("register", "routes/account/register.tsx"),
      route("forgot-password", "routes/account/forgot-password.tsx"),
      route("resetpassword", "routes/account/resetpassword.tsx"),
      route("confirm-email", "routes/account/confirm-email.tsx"),
      route("invitation", "routes/account/invitation.tsx"),
      route("change-password", "routes/account/change-password.tsx"),
      route("change-email", "routes/account/change-email.tsx"),
      ...prefix("account", [
        index("routes/account/profile.tsx"),
        route("addresses", "routes/account/addresses.tsx"),
        route("devices", "routes/account/devices.tsx"),
        route("passkeys", "routes/account/passkeys.tsx"),
        route("connections", "routes/account/connections.tsx"),
        route("data", "routes/account/data.tsx"),
        route("data/download", "routes/account/data-download.ts"),
        route("data/deletion", "routes/account/deletion.tsx"),
      ]),
      route("orders", "routes/account/orders.tsx"),
      route("orders/:orderId", "routes/account/order.tsx"),
      route("orders/:orderId/return", "routes/account/return-request.tsx"),
    ]),
  ]),
  route("logout", "routes/account/logout.ts"),
  route("passkeys/challenge", "routes/account/passkey-challenge.ts"),
  // Outside the store's layout, because API clients use it too, with a token.
  route("orders/:orderId/invoice", "routes/account/invoice.ts"),
  ...prefix("auth/:provider", [
    index("routes/account/third-party.ts"),
    route("callback", "routes/account/third-party-callback.ts"),
  ]),
  route("cart/saved", "routes/checkout/saved.ts"),

  layout("routes/_full-styles.tsx", { id: "inner-admin" }, [
    route("admin", "routes/admin/_layout.tsx", [
      index("routes/admin/dashboard.tsx"),
      route("products", "routes/admin/products.tsx"),
      route("choices/:kind", "routes/admin/choices.ts"),
      route("orders", "routes/admin/orders.tsx"),
      route("orders/:orderId", "routes/admin/order.tsx"),
      route("orders/:orderId/packing-slip", "routes/admin/packing-slip.tsx"),
      route("orders/:orderId/invoice", "routes/admin/invoice.ts"),
      route("logistics", "routes/admin/logistics.tsx"),
      ...Object.values(MASTER_DATA).map((entity) =>
        route(entity.path, "routes/admin/master-data.tsx", { id: `admin-${entity.key}` }),
      ),
      route("categories", "routes/admin/categories.tsx"),
      route("sidebar", "routes/admin/sidebar.ts"),
      route("customers", "routes/admin/customers.tsx"),
      route("customers/:customerId", "routes/admin/customer.tsx"),
      route("reviews", "routes/admin/reviews.tsx"),
      route("newsletter", "routes/admin/newsletter.tsx"),
      route("newsletter/export", "routes/admin/newsletter/export.ts"),
      route("coupons", "routes/admin/coupons.tsx"),
      route("appearance", "routes/admin/appearance/home-page.tsx"),
      route("appearance/preview", "routes/admin/appearance/preview.tsx"),
      route("appearance/announcement", "routes/admin/appearance/announcement.tsx"),
      route("appearance/menus", "routes/admin/appearance/menus.tsx"),
      route("appearance/featured", "routes/admin/appearance/featured.tsx"),
      route("appearance/look", "routes/admin/appearance/look.tsx"),
      route("pages", "routes/admin/pages.tsx"),
      route("pages/news", "routes/admin/news.tsx"),
      route("pages/pictures", "routes/admin/pictures.tsx"),
      route("pages/messages", "routes/admin/messages.tsx"),
      route("pages/:pageId", "routes/admin/page.tsx"),
      route("mails", "routes/admin/mails.tsx"),
      route("mails/:mail", "routes/admin/mails/mail.tsx"),
      route("mails/:mail/preview", "routes/admin/mails/preview.ts"),
      route("programs", "routes/admin/programs.tsx"),
      route("programs/webhooks", "routes/admin/programs/webhooks.tsx"),
      route("programs/webhooks/:endpointId", "routes/admin/programs/webhook.tsx"),
      route("settings", "routes/admin/settings.tsx"),
      route("audit", "routes/admin/audit.tsx"),
      route("audit/export", "routes/admin/audit/export.ts"),
      route("notices", "routes/admin/notices.tsx"),
      route("staff", "routes/admin/staff.tsx"),
      route("staff/security", "routes/admin/staff-security.tsx"),
      route("opening", "routes/admin/opening.tsx"),
      route("opening/test-purchase", "routes/admin/test-purchase.tsx"),
      route("opening/test-purchase/pay", "routes/admin/test-purchase-pay.tsx"),
      route("account", "routes/admin/account.tsx"),
      route("account/security", "routes/admin/security.tsx"),
      route("prove", "routes/admin/prove.tsx"),
      route("change-password", "routes/account/change-password.tsx", { id: "admin-change-password" }),
      route("*", "routes/store/not-found.tsx", { id: "admin-not-found" }),
    ]),
    // The JSON API's reference.
    route("api/v1/docs", "routes/api/v1/docs.tsx"),
    route("sandbox/v1/checkout/embedded", "routes/payments/sandbox/hosted.tsx"),
  ]),

  // The JSON API: its calls are declared by resource in routes/api/v1/*.server.ts.
  route("api/v1/*", "routes/api/v1/api.ts"),

  ...prefix("payments", [
    route("callback", "routes/payments/callback.ts"),
    route("webhook", "routes/payments/webhook.ts"),
  ]),
  ...prefix("sandbox", [
    route("checkout.js", "routes/payments/sandbox/checkout-script.ts"),
    route("v1/*", "routes/payments/sandbox/api.ts"),
  ]),

  // For search engines, feed readers and browsers.
  route("robots.txt", "routes/site/robots.ts"),
  route("sitemap.xml", "routes/site/sitemap.ts"),
  route("feed.xml", "routes/site/feed.ts"),
  route("news.xml", "routes/site/news-feed.ts"),
  route("manifest.webmanifest", "routes/site/web-manifest.ts"),
  route("look/:sheet", "routes/site/look-sheet.ts"),
  route("coverpages/:file", "routes/site/cover-preview.ts"),
  route("previews/:file", "routes/site/link-preview.ts"),

  route("theme", "routes/site/theme.ts"),
  route("healthz", "routes/site/healthz.ts"),
] satisfies RouteConfig;
