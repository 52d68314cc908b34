import { expect, type Page } from "@playwright/test";
import type { Extent } from "./look";
import { newEmail } from "../support";
import type { Who, World } from "./world";

/** A page in one of its states. */
export interface Scene {
  /** Its path; names in braces are replaced by `World.facts`. */
  path: string;
  /** The name of the state, for the report. */
  state: string;
  /** How much of it to check. */
  extent: Extent;
  /** Brings it into the state. */
  open?: (page: Page, world: World) => Promise<void>;
  /** Check the page without scripts, as the server sent it, with open dialogs. */
  isPlain?: boolean;
  /** The page to open first, if this one is reached only by a form; `open` goes on from there. */
  from?: string;
}

export interface Group {
  title: string;
  who: Who;
  scenes: Scene[];
  /** Paths that are not opened, each with that of a scene: the same file draws both, with the same elements. */
  sameAs?: Record<string, string>;
}

type Open = Scene["open"];

const scene =
  (extent: Extent) =>
  (path: string, state = "as it opens", open?: Open): Scene => ({ path, state, open, extent });
const frame = scene("frame");
const around = scene("around");
const page = scene("page");
const state = scene("state");
const plain = (path: string, state = "without scripts", extent: Extent = "page"): Scene => ({
  path,
  state,
  extent,
  isPlain: true,
});

/** Fills in fields by their labels, presses the button and waits for an error. */
const refused =
  (button: string, fields: Record<string, string> = {}): Open =>
  async (page) => {
    const dialog = page.getByRole("dialog");
    const part = (await dialog.count()) > 0 ? dialog : page.getByRole("main");
    const press = part.getByRole("button", { name: button, exact: true });
    // Otherwise the browser's own validation would come first.
    await press.evaluate((node: HTMLButtonElement) => node.form && (node.form.noValidate = true));
    for (const [label, value] of Object.entries(fields))
      await part.getByLabel(label, { exact: true }).fill(value);
    await press.click();
    await expect(
      page.locator('[aria-invalid="true"], [role="alert"]').filter({ visible: true }).first(),
    ).toBeVisible();
  };

/** Opens every menu of the navigation bar, or of the back office's sidebar; each width shows another one. */
const menus: Open = (page) =>
  page.evaluate(() => {
    document
      .querySelectorAll("header details, .sidebar details")
      .forEach((menu) => menu.setAttribute("open", ""));
  });

/** Presses a button that shows a toast, and keeps the toast open for the check. */
const toast =
  (button: RegExp): Open =>
  async (page) => {
    await page.getByRole("main").getByRole("button", { name: button }).first().click();
    const messages = page.getByRole("region", { name: /Notifications/ }).getByRole("status");
    const message = messages.filter({ hasText: /\S/, visible: true }).first();
    await expect(message).toBeVisible();
    await message.dispatchEvent("mouseover");
  };

export const GROUPS: Group[] = [
  {
    title: "the shop's front",
    who: "guest",
    scenes: [
      frame("/"),
      around("/", "menus open", menus),
      page("/books"),
      state("/books?filters=all&q=a&tag=Novel&min=1", "filtered, with all filters shown"),
      state("/books?q=zzzz", "nothing found"),
      page("/authors/1", "a picture and a text"),
      page("/categories"),
      page("/bestsellers"),
      page("/nowhere/at-all", "not found"),
      page("/books/{book}", "the longest title"),
      around("/books/{book}", "a toast", toast(/^Add to Cart/)),
      page("/books/1?tab=reviews", "reviews"),
      state("/books/1?tab=details", "details"),
      state("/books/1?tab=authors", "authors"),
      state("/books/{urdu}", "a title that runs from the right"),
      state("/books/{soldOut}", "sold out"),
      page("/books/{soldOut}/notify", "refused", refused("Tell me when it is back", { Email: "nobody" })),
      page("/books/{book}/copies", "refused", refused("Send Request", { "Your email": "nobody" })),
      page("/books/wanted", "refused", refused("Ask for it", { Email: "nobody" })),
      state("/books/999999999", "not found"),
      page("/books/{gone}", "no longer available"),
    ],
    sameAs: {
      "/index": "/",
      "/publishers/1": "/authors/1",
      "/languages/1": "/authors/1",
      "/series/1": "/authors/1",
    },
  },
  {
    title: "texts, the newsletter and the way in",
    who: "guest",
    scenes: [
      page("/terms"),
      page("/privacy"),
      page("/{ownPage}", "a text with everything, its contact form refused", refused("Send Message")),
      page("/complaints/{complaint}"),
      plain("/pay?{payLink}"),
      page("/quotation?{quotationLink}", "refused", refused("Accept and Order")),
      page("/news"),
      page("/news/{post}"),
      page("/newsletter", "refused", refused("Subscribe", { Email: "nobody" })),
      page("/newsletter/confirm?{confirm}"),
      page("/newsletter/unsubscribe?{unsubscribe}"),
      page("/books/notify/stop?{stop}"),
      page("/login", "refused", refused("Login", { Username: "no@example.in", Password: "wrong-one-1" })),
      {
        path: "/login/code",
        from: "/login",
        state: "after the password",
        extent: "page",
        open: async (page, { facts }) => {
          await page.getByLabel("Username").fill(facts.secondStep!);
          await page.getByLabel("Password", { exact: true }).fill("Open-the-shop-1");
          await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
          await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
        },
      },
      page("/login/email", "refused", refused("Send Me a Code", { Email: "nobody" })),
      {
        path: "/login/email/code",
        from: "/login/email",
        state: "a code refused",
        extent: "page",
        open: async (page, world) => {
          await page.getByLabel("Email", { exact: true }).fill(newEmail());
          await page.getByRole("button", { name: "Send Me a Code" }).click();
          await expect(page.getByRole("heading", { name: "Your code" })).toBeVisible();
          await refused("Log in", { "Code from the mail": "12" })!(page, world);
        },
      },
      page("/register", "left empty", refused("Register")),
      page("/forgot-password", "refused", refused("Send Reset Instructions", { Email: "nobody" })),
      page("/resetpassword?{reset}", "refused", refused("Change Password", { "New password": "short" })),
      state("/resetpassword?token=no", "a dead link"),
      page("/confirm-email?{confirmEmail}"),
      page("/confirm-order?token=used", "its link was used"),
      page("/invitation?{invitation}"),
    ],
  },
  {
    title: "the cart, the checkout and orders",
    who: "customer",
    scenes: [
      page("/cart"),
      page("/checkout"),
      state("/checkout?add=1", "a new address, left empty", refused("Save Address", { "Full name": "" })),
      state("/checkout", "a gift, and a GSTIN that is wrong", async (page, world) => {
        await page.getByLabel("This is a gift").check();
        await page.getByText("GST invoice or order reference").click();
        await refused("Place Order", { GSTIN: "29" })!(page, world);
      }),
      frame("/checkout/pay/{pending}", "the window of the payment", async (page) => {
        await expect(page.getByRole("dialog").getByRole("button", { name: /^Pay ₹/ })).toBeVisible();
      }),
      page("/checkout/return/{pending}", "waiting for the bank"),
      page("/checkout/confirmation/{paid}"),
      plain("/checkout/pay/{pending}"),
      {
        path: "/sandbox/v1/checkout/embedded",
        from: "/checkout/pay/{pending}",
        state: "the gateway's own page",
        extent: "frame",
        isPlain: true,
        open: async (page) => {
          await page.getByRole("button", { name: /^Pay ₹/ }).click();
          await expect(page.getByRole("button", { name: /by card$/ })).toBeVisible();
        },
      },
      page("/orders"),
      page("/orders/{paid}", "paid"),
      state("/orders/{paid}?confirm=cancel", "asked whether to cancel"),
      plain("/orders/{paid}?confirm=cancel", "asked whether to cancel, without scripts", "state"),
      state("/orders/{pending}", "to be paid"),
      state("/orders/{shipped}", "under way"),
      state("/orders/{asked}", "a return asked for"),
      state("/orders/{approved}", "a return approved"),
      state("/orders/{cancelled}", "cancelled, the money on its way"),
      page("/orders/{delivered}/return", "refused", refused("Request return")),
    ],
  },
  {
    title: "an account",
    who: "customer",
    scenes: [
      around("/account", "menus open", menus),
      page("/account", "a name refused", refused("Save name", { "First name": "" })),
      page("/account/addresses"),
      state("/account/addresses?edit={address}", "to change"),
      state("/account/addresses?confirm=delete-{address}", "asked whether to delete"),
      page("/account/devices"),
      page("/account/passkeys"),
      page("/account/quotations"),
      page("/account/statement"),
      page("/account/connections"),
      page("/account/data"),
      page("/account/data/deletion"),
      page("/change-password", "left empty", refused("Change Password")),
      page("/change-email?{changeEmail}"),
      page("/wishlist"),
      page("/recent"),
      state("/books/{book}?tab=reviews", "an own review"),
      state("/books/1?tab=reviews", "a review refused", refused("Submit Review")),
    ],
  },
  {
    title: "somebody new",
    who: "newcomer",
    scenes: [
      page("/cart", "empty"),
      state("/account/addresses", "none yet"),
      state("/account/data/deletion", "refused", refused("Delete my account")),
    ],
  },
  {
    title: "the back office: books and names",
    who: "admin",
    scenes: [
      frame("/admin"),
      around("/admin", "the menu open", menus),
      around("/admin", "the sidebar folded", async (page) => {
        await page.getByRole("button", { name: "Collapse sidebar" }).click();
        await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
      }),
      page("/admin/find?q=gora"),
      state("/admin/find", "nothing typed"),
      state("/admin/find?q=qqqqqqqq", "nothing found"),
      page("/admin/products"),
      state("/admin/products?q=zzzz", "nothing found"),
      state("/admin/products?add=1", "left empty", refused("Save Book")),
      state("/admin/products?edit={book}", "names to choose from", async (page) => {
        await page.getByRole("combobox", { name: "Authors" }).pressSequentially("a");
        await expect(page.getByRole("dialog").getByRole("listbox").getByRole("option").first()).toBeVisible();
      }),
      plain("/admin/products?edit={book}", "a book to change, without scripts", "state"),
      state("/admin/products?cover={book}", "a cover refused", refused("Upload Image")),
      state("/admin/products?confirm=hide-{book}", "asked whether to hide"),
      state("/admin/products?q=a&export=1", "what to export"),
      state("/admin/products?editions={book}&find=gora", "books to link as editions"),
      state("/admin/products?successor={book}&find=gora", "books to lead visitors to"),
      page("/admin/nowhere", "not found"),
      page("/admin/authors"),
      state("/admin/authors?edit=1", "left empty", refused("Update Author", { "Author name": "" })),
      state("/admin/authors?merge=1&with=a", "an unknown name, with similar ones"),
      state("/admin/authors?merge=1&into=2", "what merging changes"),
      state("/admin/authors?duplicates=1", "duplicates"),
      page("/admin/authors?about=1", "its page, refused", refused("Save Page", { Website: "nowhere" })),
      page("/admin/categories"),
      page("/admin/coupons"),
      state("/admin/coupons?add=1", "left empty", refused("Add Coupon")),
      state("/admin/coupons?edit={coupon}", "to change"),
    ],
    sameAs: {
      "/admin/publishers": "/admin/authors",
      "/admin/series": "/admin/authors",
      "/admin/booktags": "/admin/authors",
      "/admin/languages": "/admin/authors",
      "/admin/logistics/providers": "/admin/authors",
    },
  },
  {
    title: "the back office: orders and people",
    who: "admin",
    scenes: [
      page("/admin/orders"),
      state("/admin/orders?status=paid&from=2020-01-01", "filtered"),
      page("/admin/orders/{paid}"),
      state(
        "/admin/orders/{paid}?confirm=refund",
        "a refund refused",
        refused("Refund", { "Amount (₹)": "0" }),
      ),
      state("/admin/orders/{packed}", "despatch refused", refused("Mark as shipped")),
      state("/admin/orders/{asked}", "a return asked for"),
      state(
        "/admin/orders/{asked}?confirm=decline-return",
        "declined without a reason",
        refused("Decline return"),
      ),
      state("/admin/orders/{approved}?confirm=receive-return", "asked whether the books came"),
      state("/admin/orders/{cancelled}", "cancelled"),
      page("/admin/orders/{packed}/packing-slip"),
      state("/admin/orders/ship?order={paid}", "a list"),
      page("/admin/orders/{paid}/edit", "refused", refused("Check the Change", { Pincode: "" })),
      page("/admin/orders/{delivered}/exchange", "refused", refused("Add It Up")),
      page("/admin/orders/new", "refused", refused("Add It Up", { Name: "" })),
      page("/admin/counter", "refused", refused("Find and add", { "Add a book": "zzqxj" })),
      page("/admin/orders/ship?order={packed}"),
      page("/admin/orders/manifest?order={packed}"),
      page("/admin/orders/papers?order={packed}&order={paid}&order={cancelled}"),
      state("/admin/orders?waits=door", "money at doors"),
      page("/admin/quotations"),
      page("/admin/quotations/{quotation}"),
      state("/admin/quotations/{quotation}?confirm=withdraw", "asked whether to withdraw"),
      page("/admin/remittances"),
      page("/admin/remittances/{remittance}"),
      page("/admin/logistics"),
      page("/admin/logistics/refused"),
      page("/admin/customers"),
      page("/admin/customers/{customer}"),
      page("/admin/accounts/receivables"),
      page(
        "/admin/accounts/receivables/{owing}",
        "a payment refused",
        refused("Record Payment", { "Amount (₹)": "" }),
      ),
      page("/admin/accounts/receivables/{owing}/statement"),
      page("/admin/customers/groups"),
      page("/admin/customers/groups/new", "refused", refused("Add Group", { Name: "" })),
      page("/admin/customers/groups/{group}", "refused", refused("Add Discount", { "Discount (%)": "" })),
      page("/admin/reviews"),
      state("/admin/reviews?confirm=hide-{review}", "asked whether to hide"),
      page("/admin/newsletter?state=all"),
      state("/admin/newsletter?state=all&confirm=remove-{subscriber}", "asked whether to remove"),
      page("/admin/account", "left empty", refused("Save name", { "First name": "" })),
      page("/admin/account/security"),
      {
        path: "/admin/account/security?setup=app",
        from: "/admin/account/security",
        state: "an app is set up",
        extent: "state",
        open: async (page) => {
          await page.getByRole("button", { name: "Set up" }).click();
          await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
        },
      },
      page("/admin/prove"),
      page("/admin/staff"),
      page("/admin/staff/security"),
      page("/admin/change-password"),
    ],
  },
  {
    title: "the back office: the shop",
    who: "admin",
    scenes: [
      page("/admin/imports"),
      state("/admin/products/many?all=1", "refused", refused("See what would change", {})),
      page("/admin/imports/{import}"),
      state("/admin/imports/{import}?mapping=1", "its columns"),
      state("/admin/imports/{pictures}", "a ZIP of pictures"),
      state("/admin/imports/{fetched}", "pictures by address"),
      page("/admin/appearance"),
      state("/admin/appearance?add=shelf", "refused", refused("Add to Draft", { Heading: "" })),
      page("/admin/appearance/preview"),
      page("/admin/appearance/announcement"),
      page("/admin/appearance/menus"),
      page("/admin/appearance/featured"),
      page("/admin/appearance/look", "a colour refused", refused("Save Look", { Colour: "#ffd54a" })),
      page("/admin/delivery?pin=987650", "a PIN code tried"),
      state("/admin/delivery?confirm=on-1", "asked whether to switch it on"),
      page("/admin/delivery/zones/{zone}", "refused", refused("Save Zone", { "PIN prefixes": "0" })),
      page(
        "/admin/delivery/zones/{zone}?edit={method}",
        "a method refused",
        refused("Save Method", { Name: "" }),
      ),
      state("/admin/delivery/zones/new", "refused", refused("Add Zone")),
      page("/admin/delivery/presets", "refused", refused("Use Presets")),
      page(
        "/admin/delivery/rates",
        "refused",
        refused("Check", { "Rate card": "Weight,Nowhere\n500 g,free" }),
      ),
      page(
        "/admin/delivery/file",
        "refused",
        refused("Check", { "Or paste it": "Zone,Method,Price\nHills,Post,free" }),
      ),
      page("/admin/delivery/days", "refused", refused("Save", { Packing: "a lot" })),
      page("/admin/settings", "refused", refused("Save Settings", { "Shop name": "" })),
      page(
        "/admin/settings/tax-rates?add=1",
        "a rate refused",
        refused("Add Rate", { "HSN code": "4905", "Rate (%)": "much" }),
      ),
      page(
        "/admin/settings/tax-rates?limit=new",
        "a limit refused",
        refused("Save Limit", { Amount: "much" }),
      ),
      state("/admin/settings/hsn"),
      page("/admin/programs"),
      page("/admin/programs/webhooks"),
      page("/admin/programs/webhooks/{endpoint}"),
      state("/admin/programs/webhooks/{endpoint}?delivery={delivery}", "one delivery"),
      page("/admin/mails"),
      page(
        "/admin/mails/return-declined",
        "a line refused",
        refused("Save Words", { "Opening line": "{name}" }),
      ),
      state("/admin/search"),
      page(
        "/admin/search/synonyms?add=1",
        "a form refused",
        refused("Add Synonym", { "Words or phrases that mean the same": "Godan" }),
      ),
      page("/admin/search/wanted?answer={wanted}", "which book it is"),
      page("/admin/pages"),
      state("/admin/pages/news"),
      page("/admin/pages/{pageId}"),
      state("/admin/pages/pictures"),
      state("/admin/pages/messages"),
      state("/admin/pages/addresses"),
      page("/admin/audit"),
      page("/admin/accounts?month=2026-11"),
      page("/admin/accounts/gstr1?month=2026-11"),
      page("/admin/accounts/reports?by=author&month=2026-11"),
      page("/admin/accounts/reports?by=stock"),
      page("/admin/accounts/settlements?month=2026-11"),
      page("/admin/accounts/journal?month=2026-11"),
      state("/admin/accounts/journal", "refused", refused("Save names", { Bank: "" })),
      page("/admin/notices"),
      page("/admin/opening"),
      page("/admin/opening/test-purchase"),
      {
        path: "/admin/opening/test-purchase/pay",
        from: "/admin/opening/test-purchase",
        state: "the window of the payment",
        extent: "page",
        open: async (page) => {
          const headers = { Origin: new URL(page.url()).origin };
          await page.request.post("/admin/opening/test-purchase", { form: { intent: "start" }, headers });
          await page.goto("/admin/opening/test-purchase/pay");
          await expect(page.getByRole("dialog").getByRole("button", { name: /^Pay ₹/ })).toBeVisible();
        },
      },
      frame("/api/v1/docs", "its first calls", async (page) => {
        // All calls look alike, and with ten thousand elements axe would take longer than for all other pages.
        await page.evaluate(() => {
          document.querySelectorAll("main article").forEach((call, index) => index > 2 && call.remove());
        });
      }),
    ],
  },
];

/** Routes that answer without a page: redirects, files, JSON. */
export const DRAWS_NOTHING = [
  "/news.xml",
  "/account/data/download",
  "/account/statement/file",
  "/quotation/:paper",
  "/admin/accounts/documents",
  "/admin/accounts/export/:list",
  "/admin/accounts/receivables/:customerId/statement/file",
  "/admin/accounts/gstr1/file",
  "/admin/accounts/reports/file",
  "/admin/audit/export",
  "/admin/choices/:kind",
  "/admin/delivery/export",
  "/admin/find/suggest",
  "/admin/imports/:importId/refused",
  "/admin/imports/template",
  "/admin/mails/:mail/preview",
  "/admin/newsletter/export",
  "/admin/pages/messages/complaints",
  "/admin/quotations/:quotationId/pdf",
  "/admin/orders/:orderId/invoice",
  "/admin/orders/:orderId/documents/:documentId",
  "/admin/orders/manifest/file",
  "/admin/orders/papers/file",
  "/admin/products/export",
  "/admin/sidebar",
  "/api/v1/*",
  "/auth/:provider",
  "/auth/:provider/callback",
  "/books/suggest",
  "/cart/saved",
  "/passkeys/challenge",
  "/coverpages/:file",
  "/feed.xml",
  "/feeds/google.xml",
  "/healthz",
  "/logout",
  "/look/:sheet",
  "/manifest.webmanifest",
  "/orders/:orderId/invoice",
  "/orders/:orderId/documents/:documentId",
  "/orders/:orderId/proforma",
  "/payments/callback",
  "/payments/webhook",
  "/previews/:file",
  "/robots.txt",
  "/sandbox/checkout.js",
  "/sandbox/v1/*",
  "/sitemap.xml",
  "/theme",
];
