import { expect, type Page } from "@playwright/test";
import type { Who, World } from "./world";

/** A page in one of its states. */
export interface Scene {
  /** Its path; names in braces are replaced by `World.facts`. */
  path: string;
  /** The name of the state, for the report. */
  state: string;
  /** Whether to check the whole page, or only its dialog or main part, which differ from the page as it opens. */
  isWhole: boolean;
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
}

type Open = Scene["open"];

/** A whole page, with navigation and footer. */
const page = (path: string, state = "as it opens", open?: Open): Scene => ({
  path,
  state,
  open,
  isWhole: true,
});
/** Another state of a page whose navigation and footer are checked elsewhere. */
const state = (path: string, state: string, open?: Open): Scene => ({ path, state, open, isWhole: false });
const plain = (path: string, state = "without scripts"): Scene => ({
  path,
  state,
  isWhole: true,
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

/** Opens every menu of the navigation bar; each width shows another one. */
const menus: Open = (page) =>
  page.evaluate(() => {
    document.querySelectorAll("header details").forEach((menu) => menu.setAttribute("open", ""));
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
      page("/"),
      page("/", "menus open", menus),
      state("/", "newsletter form refused", refused("Subscribe", { Email: "nobody" })),
      state("/index", "as it opens"),
      page("/books"),
      state("/books?filters=shown", "filters shown"),
      state("/books?q=a&tag=Novel&min=1", "filtered"),
      state("/books?q=zzzz", "nothing found"),
      page("/categories"),
      page("/bestsellers"),
      page("/nowhere/at-all", "not found"),
    ],
  },
  {
    title: "a book's page",
    who: "guest",
    scenes: [
      page("/books/{book}", "the longest title"),
      page("/books/{book}", "a toast", toast(/^Add to Cart/)),
      page("/books/1?tab=reviews", "reviews"),
      state("/books/1?tab=details", "details"),
      state("/books/1?tab=authors", "authors"),
      state("/books/{urdu}", "a title that runs from the right"),
      state("/books/{soldOut}", "sold out"),
      page("/books/{soldOut}/notify"),
      state("/books/{soldOut}/notify", "refused", refused("Tell me when it is back", { Email: "nobody" })),
      page("/books/999999999", "not found"),
      page("/books/notify/stop?{stop}"),
      state("/books/notify/stop?to=a&token=b", "a broken link"),
    ],
  },
  {
    title: "texts, the newsletter and the way in",
    who: "guest",
    scenes: [
      page("/terms"),
      page("/privacy"),
      page("/{ownPage}", "a text with everything"),
      state("/{ownPage}", "its contact form refused", refused("Send Message")),
      page("/news"),
      page("/news/{post}"),
      page("/newsletter"),
      state("/newsletter", "refused", refused("Subscribe", { Email: "nobody" })),
      page("/newsletter/confirm?{confirm}"),
      state("/newsletter/confirm?token=no", "a dead link"),
      page("/newsletter/unsubscribe?{unsubscribe}"),
      state("/newsletter/unsubscribe?id=1&key=no", "a broken link"),
      page("/login"),
      state("/login", "left empty", refused("Login")),
      state("/login", "refused", refused("Login", { Username: "no@example.in", Password: "wrong-one-1" })),
      {
        path: "/login/code",
        from: "/login",
        state: "after the password",
        isWhole: true,
        open: async (page, { facts }) => {
          await page.getByLabel("Username").fill(facts.secondStep!);
          await page.getByLabel("Password", { exact: true }).fill("Open-the-shop-1");
          await page.getByRole("main").getByRole("button", { name: "Login", exact: true }).click();
          await expect(page.getByRole("heading", { name: "Second step" })).toBeVisible();
        },
      },
      page("/register"),
      state("/register", "left empty", refused("Register")),
      page("/forgot-password"),
      state("/forgot-password", "refused", refused("Send Reset Instructions", { Email: "nobody" })),
      page("/resetpassword?{reset}"),
      state("/resetpassword?{reset}", "refused", refused("Change Password", { "New password": "short" })),
      state("/resetpassword?token=no", "a dead link"),
      page("/confirm-email?{confirmEmail}"),
      state("/confirm-email?token=no", "a dead link"),
      page("/invitation?{invitation}"),
      state("/invitation?token=no", "a dead link"),
    ],
  },
  {
    title: "the cart and the checkout",
    who: "customer",
    scenes: [
      page("/cart"),
      page("/cart", "a toast", toast(/^One copy more/)),
      page("/checkout"),
      state("/checkout?add=1", "a new address, left empty", refused("Save Address", { "Full name": "" })),
      state("/checkout?edit={address}", "an address to change"),
      page("/checkout/pay/{pending}", "the window of the payment", async (page) => {
        await expect(page.getByRole("dialog").getByRole("button", { name: /^Pay ₹/ })).toBeVisible();
      }),
      page("/checkout/return/{pending}", "waiting for the bank"),
      page("/checkout/confirmation/{paid}"),
      plain("/checkout/pay/{pending}"),
      {
        path: "/sandbox/v1/checkout/embedded",
        from: "/checkout/pay/{pending}",
        state: "the gateway's own page",
        isWhole: true,
        isPlain: true,
        open: async (page) => {
          await page.getByRole("button", { name: /^Pay ₹/ }).click();
          await expect(page.getByRole("button", { name: /by card$/ })).toBeVisible();
        },
      },
    ],
  },
  {
    title: "orders, books and the wishlist",
    who: "customer",
    scenes: [
      page("/orders"),
      state("/orders?q=99999999", "nothing found"),
      page("/orders/{paid}", "paid"),
      page("/orders/{paid}?confirm=cancel", "asked whether to cancel"),
      plain("/orders/{paid}?confirm=cancel", "asked whether to cancel, without scripts"),
      state("/orders/{pending}", "to be paid"),
      state("/orders/{shipped}", "under way"),
      state("/orders/{asked}", "a return asked for"),
      state("/orders/{approved}", "a return approved"),
      state("/orders/{cancelled}", "cancelled, the money on its way"),
      page("/orders/{delivered}/return"),
      state("/orders/{delivered}/return", "refused", refused("Request return")),
      page("/orders/999999999", "not found"),
      page("/wishlist"),
      page("/books/{book}?tab=reviews", "an own review"),
      state("/books/1?tab=reviews", "a review refused", refused("Submit Review")),
    ],
  },
  {
    title: "an account",
    who: "customer",
    scenes: [
      page("/account"),
      page("/account", "menus open", menus),
      state("/account", "a name refused", refused("Save name", { "First name": "" })),
      page("/account/addresses"),
      state("/account/addresses?add=1", "left empty", refused("Save Address", { "Full name": "" })),
      state("/account/addresses?edit={address}", "to change"),
      state("/account/addresses?confirm=delete-{address}", "asked whether to delete"),
      page("/account/devices"),
      page("/account/passkeys"),
      page("/account/connections"),
      page("/account/data"),
      page("/account/data/deletion"),
      page("/change-password"),
      state("/change-password", "left empty", refused("Change Password")),
      page("/change-email?{changeEmail}"),
      state("/change-email?token=no", "a dead link"),
    ],
  },
  {
    title: "somebody new",
    who: "newcomer",
    scenes: [
      page("/cart", "empty"),
      state("/orders", "none yet"),
      state("/wishlist", "empty"),
      state("/account", "an address refused", refused("Change email", { "New email": "nobody" })),
      state("/account/addresses", "none yet"),
      state("/account/data/deletion", "refused", refused("Delete my account")),
      state("/books/1?tab=reviews", "a review to write"),
    ],
  },
  {
    title: "the back office: books",
    who: "admin",
    scenes: [
      page("/admin"),
      page("/admin", "the menu open", menus),
      page("/admin/products"),
      state("/admin/products?q=zzzz", "nothing found"),
      state("/admin/products?add=1", "left empty", refused("Save Book")),
      state("/admin/products?edit={book}", "a book to change"),
      state("/admin/products?edit={book}", "names to choose from", async (page) => {
        await page.getByRole("combobox", { name: "Authors" }).pressSequentially("a");
        await expect(page.getByRole("dialog").getByRole("listbox").getByRole("option").first()).toBeVisible();
      }),
      plain("/admin/products?edit={book}", "a book to change, without scripts"),
      state("/admin/products?cover={book}", "its cover"),
      state("/admin/products?cover={book}", "a cover refused", refused("Upload Image")),
      state("/admin/products?confirm=hide-{book}", "asked whether to hide"),
      page("/admin/nowhere", "not found"),
    ],
  },
  {
    title: "the back office: orders",
    who: "admin",
    scenes: [
      page("/admin/orders"),
      state("/admin/orders?status=paid&from=2020-01-01", "filtered"),
      state("/admin/orders?q=99999999", "nothing found"),
      page("/admin/orders/{paid}"),
      state("/admin/orders/{paid}?confirm=cancel", "asked whether to cancel"),
      state(
        "/admin/orders/{paid}?confirm=refund",
        "a refund refused",
        refused("Refund", { "Amount (₹)": "0" }),
      ),
      state("/admin/orders/{packed}", "despatch refused", refused("Mark as shipped")),
      state("/admin/orders/{asked}", "a return asked for"),
      state("/admin/orders/{asked}?confirm=approve-return", "asked whether to approve it"),
      state(
        "/admin/orders/{asked}?confirm=decline-return",
        "declined without a reason",
        refused("Decline return"),
      ),
      state("/admin/orders/{approved}?confirm=receive-return", "asked whether the books came"),
      state("/admin/orders/{approved}?confirm=refund&return={returnId}", "a refund for a return"),
      state("/admin/orders/{cancelled}", "cancelled"),
      page("/admin/orders/{packed}/packing-slip"),
      page("/admin/logistics"),
      page("/admin/orders/999999999", "not found"),
    ],
  },
  {
    title: "the back office: names and coupons",
    who: "admin",
    scenes: [
      page("/admin/authors"),
      state("/admin/authors?add=1", "left empty", refused("Add Author")),
      state("/admin/authors?edit=1", "to change"),
      plain("/admin/authors?add=1", "to add, without scripts"),
      state("/admin/publishers", "as it opens"),
      state("/admin/series", "as it opens"),
      state("/admin/booktags", "as it opens"),
      state("/admin/languages", "as it opens"),
      state("/admin/logistics/providers", "as it opens"),
      page("/admin/categories"),
      state("/admin/categories?add=1", "left empty", refused("Add Category")),
      page("/admin/coupons"),
      state("/admin/coupons?add=1", "left empty", refused("Add Coupon")),
      state("/admin/coupons?edit={coupon}", "to change"),
      state("/admin/coupons?confirm=off-{coupon}", "asked whether to switch off"),
    ],
  },
  {
    title: "the back office: people and the shop",
    who: "admin",
    scenes: [
      page("/admin/customers"),
      state("/admin/customers?confirm=deactivate-{customer}", "asked whether to deactivate"),
      page("/admin/customers/{customer}"),
      page("/admin/reviews"),
      state("/admin/reviews?confirm=hide-{review}", "asked whether to hide"),
      page("/admin/newsletter?state=all"),
      state("/admin/newsletter?state=all&confirm=remove-{subscriber}", "asked whether to remove"),
      page("/admin/appearance"),
      state("/admin/appearance?add=shelf", "refused", refused("Add to Draft", { Heading: "" })),
      page("/admin/appearance/preview"),
      page("/admin/appearance/announcement"),
      page("/admin/appearance/menus"),
      page("/admin/appearance/featured"),
      page("/admin/settings"),
      state("/admin/settings", "refused", refused("Save Settings", { "Shop name": "" })),
      page("/admin/programs"),
      page("/admin/programs/webhooks"),
      page("/admin/programs/webhooks/{endpoint}"),
      state("/admin/programs/webhooks/{endpoint}?delivery={delivery}", "one delivery"),
      page("/admin/staff"),
      page("/admin/appearance/look"),
      page("/admin/mails"),
      state(
        "/admin/mails/return-declined",
        "a line refused",
        refused("Save Words", { "Opening line": "{name}" }),
      ),
      state("/admin/appearance/look", "a colour refused", refused("Save Look", { Colour: "#ffd54a" })),
      page("/admin/pages"),
      state("/admin/pages/news", "as it opens"),
      page("/admin/pages/{pageId}"),
      state("/admin/pages/pictures", "as it opens"),
      state("/admin/pages/messages", "as it opens"),
      page("/admin/audit"),
      page("/admin/notices"),
      page("/admin/opening"),
      page("/admin/opening/test-purchase"),
      {
        path: "/admin/opening/test-purchase/pay",
        from: "/admin/opening/test-purchase",
        state: "the window of the payment",
        isWhole: true,
        open: async (page) => {
          const headers = { Origin: new URL(page.url()).origin };
          await page.request.post("/admin/opening/test-purchase", { form: { intent: "start" }, headers });
          await page.goto("/admin/opening/test-purchase/pay");
          await expect(page.getByRole("dialog").getByRole("button", { name: /^Pay ₹/ })).toBeVisible();
        },
      },
      page("/admin/account"),
      page("/admin/account/security"),
      {
        path: "/admin/account/security?setup=app",
        from: "/admin/account/security",
        state: "an app is set up",
        isWhole: false,
        open: async (page) => {
          await page.getByRole("button", { name: "Set up" }).click();
          await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
        },
      },
      page("/admin/prove"),
      page("/admin/staff/security"),
      state("/admin/account", "left empty", refused("Save name", { "First name": "" })),
      page("/admin/change-password"),
      state("/admin/change-password", "left empty", refused("Change Password")),
      page("/admin", "the sidebar folded", async (page) => {
        await page.getByRole("button", { name: "Collapse sidebar" }).click();
        await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
      }),
      page("/api/v1/docs", "its first calls", async (page) => {
        // All calls look alike, and with ten thousand elements axe would take longer than for all other pages.
        await page.evaluate(() => {
          document.querySelectorAll("main article").forEach((call, index) => index > 5 && call.remove());
        });
      }),
    ],
  },
];

/** Routes that answer without a page: redirects, files, JSON. */
export const DRAWS_NOTHING = [
  "/news.xml",
  "/account/data/download",
  "/admin/audit/export",
  "/admin/choices/:kind",
  "/admin/mails/:mail/preview",
  "/admin/newsletter/export",
  "/admin/orders/:orderId/invoice",
  "/admin/sidebar",
  "/api/v1/*",
  "/auth/:provider",
  "/auth/:provider/callback",
  "/cart/saved",
  "/passkeys/challenge",
  "/coverpages/:file",
  "/feed.xml",
  "/healthz",
  "/logout",
  "/look/:sheet",
  "/manifest.webmanifest",
  "/orders/:orderId/invoice",
  "/payments/callback",
  "/payments/webhook",
  "/previews/:file",
  "/robots.txt",
  "/sandbox/checkout.js",
  "/sandbox/v1/*",
  "/sitemap.xml",
  "/theme",
];
