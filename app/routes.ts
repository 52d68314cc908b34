import { existsSync } from "node:fs";
import { type RouteConfig, type RouteConfigEntry, index, layout, prefix, route } from "@react-router/dev/routes";

/** The table of contents: every URL and the file that answers it. */
const present = (entries: RouteConfigEntry[]): RouteConfigEntry[] => entries.filter((e) => existsSync("app/" + e.file)).map((e) => ({ ...e, children: e.children && present(e.children) }));
export default present([
  layout("routes/store/_layout.tsx", [
    index("routes/store/home.tsx"),
    route("index", "routes/store/home.tsx", { id: "home-by-name" }),
    route("books", "routes/store/books.tsx"),
    route("books/:id", "routes/store/book.tsx"),
    route("terms", "routes/store/terms.tsx"),
    route("privacy", "routes/store/privacy.tsx"),
    route("wishlist", "routes/store/wishlist.tsx"),
    route("newsletter", "routes/store/newsletter.tsx"),

    route("cart", "routes/checkout/cart.tsx"),
    ...prefix("checkout", [
      index("routes/checkout/checkout.tsx"),
      route("pay/:orderId", "routes/checkout/pay.tsx"),
      route("return/:orderId", "routes/checkout/return.tsx"),
      route("confirmation/:orderId", "routes/checkout/confirmation.tsx"),
    ]),

    route("login", "routes/account/login.tsx"),
    route("register", "routes/account/register.tsx"),
    route("forgot-password", "routes/account/forgot-password.tsx"),
    route("resetpassword", "routes/account/resetpassword.tsx"),
    route("confirm-email", "routes/account/confirm-email.tsx"),
    route("orders", "routes/account/orders.tsx"),
    route("orders/:orderId", "routes/account/order.tsx"),

    route("*", "routes/store/not-found.tsx"),
  ]),
  route("logout", "routes/account/logout.ts"),

  route("admin", "routes/admin/_layout.tsx", [index("routes/admin/dashboard.tsx")]),

  ...prefix("payments", [
    route("callback", "routes/payments/callback.ts"),
    route("webhook", "routes/payments/webhook.ts"),
  ]),
  // The sandbox gateway: Razorpay's protocol, answered by this same server. 404 unless PAYMENTS is sandbox.
  ...prefix("sandbox", [
    route("checkout.js", "routes/payments/sandbox/checkout-script.ts"),
    route("v1/checkout/embedded", "routes/payments/sandbox/hosted.tsx"),
    route("v1/*", "routes/payments/sandbox/api.ts"),
  ]),

  route("theme", "routes/site/theme.ts"),
  route("healthz", "routes/site/healthz.ts"),
]) satisfies RouteConfig;
