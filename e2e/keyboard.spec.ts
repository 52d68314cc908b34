import { expect, type Page } from "@playwright/test";
import { asStaff, unique } from "./staff";
import { expectMessage, hydrated, openBook, signUp, test } from "./support";

// These journeys use keys only: they never click or set the focus.

/** The focused control. */
interface Stop {
  name: string;
  /** Whether it has a focus ring. */
  isMarked: boolean;
  /** Whether it is in view and nothing covers it. */
  isInView: boolean;
  inMain: boolean;
  inFooter: boolean;
  inDialog: boolean;
  /** Whether it comes earlier in the document than the control described before. */
  isEarlier: boolean;
}

/** Describes the focused control as a user sees it. */
function focusedControl(page: Page): Promise<Stop> {
  return page.evaluate(() => {
    let node = document.activeElement as HTMLElement;
    while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement as HTMLElement;
    const ring = (one: Element | null) => {
      const { outlineStyle, outlineWidth } = one
        ? getComputedStyle(one)
        : { outlineStyle: "none", outlineWidth: "0" };
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    // Some controls show the ring around a larger element: a star, a chip, a combobox.
    const isMarked = ring(node) || ring(node.closest("label")) || ring(node.closest(".input, .chip"));
    const box = node.getBoundingClientRect();
    const root = node.getRootNode() as Document | ShadowRoot;
    // The middle or, of a large control, another point.
    const parts = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
    ] as const;
    const points = parts.map(([x, y]) => [box.left + box.width * x, box.top + box.height * y] as const);
    const isInView = points.some(([x, y]) => {
      const hit = root.elementFromPoint(x, y);
      return hit !== null && (node.contains(hit) || hit.contains(node));
    });
    const before = document.querySelector("[data-stop]");
    before?.removeAttribute("data-stop");
    node.setAttribute("data-stop", "");
    const order = before?.compareDocumentPosition(node) ?? 0;
    const isEarlier = (order & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const label = "labels" in node ? (node as HTMLInputElement).labels?.[0] : null;
    const said = (label ?? node).cloneNode(true) as HTMLElement;
    said.querySelectorAll("[aria-hidden]").forEach((mute) => mute.remove());
    const name = node.getAttribute("aria-label") ?? said.textContent ?? "";
    return {
      name: name.replace(/\s+/g, " ").trim(),
      isMarked,
      isInView,
      inMain: node.closest("main") !== null,
      inFooter: node.closest("footer") !== null,
      inDialog: root.querySelector(":modal")?.contains(node) ?? false,
      isEarlier,
    };
  });
}

/**
 * Presses Tab until the control of this name has the focus; expects each stop on the way to be visible, and to come later in
 * the document than the stop before.
 */
async function tabTo(page: Page, name: string | RegExp, { key = "Tab", most = 90 } = {}): Promise<Stop> {
  const passed: string[] = [];
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press(key);
    let stop = await focusedControl(page);
    // A list that the last key closed is still shown for a moment.
    if (!stop.isInView)
      await expect
        .poll(async () => {
          stop = await focusedControl(page);
          return stop.isInView;
        }, `“${stop.name}” is in view`)
        .toBe(true);
    const way = passed.slice(-5).join(" | ");
    expect(stop.isMarked, `“${stop.name}” is marked, after ${way}`).toBe(true);
    expect(stop.isInView, `“${stop.name}” is in view, after ${way}`).toBe(true);
    if (key === "Tab" && press > 0)
      expect(stop.isEarlier, `“${stop.name}” comes earlier in the page, after ${way}`).toBe(false);
    if (typeof name === "string" ? stop.name === name : name.test(stop.name)) return stop;
    passed.push(stop.name);
  }
  throw new Error(`${String(name)} was not among ${passed.join(" | ")}`);
}

const focused = (page: Page) => expect.poll(async () => (await focusedControl(page)).name);

/** Moves the focus to the page's main part by the skip link. */
async function skipToContent(page: Page) {
  await page.keyboard.press("Tab");
  expect((await focusedControl(page)).name).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
}

async function type(page: Page, name: string | RegExp, text: string) {
  await tabTo(page, name);
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

test("a customer finds, orders and pays for a book", async ({ page }) => {
  await signUp(page, "/");
  await hydrated(page);
  await skipToContent(page);
  await tabTo(page, "Browse Books");

  // Backwards to the search in the navigation bar.
  await tabTo(page, "Search books", { key: "Shift+Tab" });
  await page.keyboard.type("Gitanjali");
  await page.keyboard.press("Enter");
  await focused(page).toBe("“Gitanjali”");
  await tabTo(page, "Gitanjali");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Gitanjali" })).toBeFocused();

  await tabTo(page, "Quantity");
  await page.keyboard.press("ArrowUp");
  await tabTo(page, "One copy more");
  await page.keyboard.press("Space");
  await expect(page.getByLabel("Quantity")).toHaveValue("3");
  await expect(page.getByRole("status").filter({ hasText: /^3 copies$/ })).toHaveCount(1);
  await tabTo(page, /^Add to Cart/);
  await page.keyboard.press("Enter");
  await expectMessage(page, 'Added 3 copies of "Gitanjali" to your cart');
  await focused(page).toMatch(/^Add to Cart/);
  await expect(page.getByRole("status").filter({ hasText: "Cart, 3 items" })).toHaveCount(1);

  // Alt+T moves the focus to the messages; Escape dismisses them and moves it back.
  await page.keyboard.press("Alt+t");
  await focused(page).toMatch(/^Notifications/);
  await tabTo(page, "Dismiss");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Dismiss" })).toHaveCount(0);
  await focused(page).toMatch(/^Add to Cart/);

  await tabTo(page, "Cart, 3 items", { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await focused(page).toBe("Shopping Cart");
  await tabTo(page, "One copy less: Gitanjali");
  await page.keyboard.press("Enter");
  await expectMessage(page, "The cart item quantity updated!");
  await focused(page).toBe("One copy less: Gitanjali");
  await expect(page.getByRole("status").filter({ hasText: /^Total ₹/ })).toHaveCount(1);
  await tabTo(page, "Proceed to Checkout");
  await page.keyboard.press("Enter");
  await focused(page).toBe("Checkout");

  await tabTo(page, "Save Address");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please check the form for errors" })).toBeVisible();
  await focused(page).toBe("Address 1");
  // Backwards to the error summary, and by its link to the field.
  await tabTo(page, "Pincode is required", { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await focused(page).toBe("Pincode");
  await tabTo(page, "Full name", { key: "Shift+Tab" });
  const address = { "Address 1": "12 Temple Street", "Address 2": "Malleswaram", Place: "Bengaluru" };
  for (const [name, text] of Object.entries(address)) await type(page, name, text);
  await type(page, "Pincode", "560003");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("Karnataka");
  await type(page, "Mobile", "9845012345");
  await page.keyboard.press("Enter");
  await expectMessage(page, "Shipping address added!");
  await tabTo(page, "Place Order");
  await page.keyboard.press("Enter");

  await page.waitForURL(/\/checkout\/pay\/\d+$/);
  await expect(page.getByRole("dialog")).toBeVisible();
  const stop = await tabTo(page, /^Pay ₹/);
  expect(stop.inDialog).toBe(true);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await skipToContent(page);
  await tabTo(page, "Track Your Order");
});

test("staff add a book with an error, the comboboxes and the switch", async ({ page }) => {
  await asStaff(page, "/admin/products");
  await hydrated(page);
  await skipToContent(page);
  await tabTo(page, "Add New Book");
  await page.keyboard.press("Enter");
  await focused(page).toBe("Book Title");
  const title = unique("Keys");
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "Please check the form for errors" })).toBeVisible();
  await focused(page).toBe("Book Brief");
  await page.keyboard.type("A book that was made without a mouse.");

  await tabTo(page, "Authors");
  const options = page.locator("[role=option]");
  await page.keyboard.type("prem");
  await expect(options.first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /choose with/ })).toHaveCount(1);
  // A pointer that leaves the list does not take the highlight away.
  await options.first().hover();
  await page.mouse.move(0, 0);
  await page.keyboard.press("Enter");
  await page.keyboard.type("tagore");
  await expect(page.getByRole("option", { name: "Rabindranath Tagore" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("[role=option][aria-selected=true]")).toBeVisible();
  await page.keyboard.press("Enter");
  await tabTo(page, "Remove Premchand", { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await focused(page).toBe("Remove Rabindranath Tagore");

  await tabTo(page, "Publisher");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "Language");
  await page.keyboard.press("ArrowDown");
  await type(page, "Price (₹)", "250");
  await type(page, "Initial Stock", "7");
  await tabTo(page, "Tags");
  await page.keyboard.type("novel");
  await expect(page.getByRole("option", { name: "Novel", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  const save = await tabTo(page, "Save Book");
  expect(save.inDialog).toBe(true);
  await page.keyboard.press("Enter");
  await expectMessage(page, "Book added successfully!");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await focused(page).toBe("Add New Book");

  // The switch opens a confirmation; the focus returns to it after Cancel, Escape and the change.
  await type(page, "Search", title);
  await expect(page.getByRole("row")).toHaveCount(2);
  const shown = page.getByRole("button", { name: `${title} visible in the store` });
  await tabTo(page, `${title} visible in the store`);
  await page.keyboard.press("Space");
  await focused(page).toBe("Cancel");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(shown).toBeFocused();
  await expect(shown).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Space");
  await focused(page).toBe("Cancel");
  await tabTo(page, "Hide Book");
  await page.keyboard.press("Enter");
  await expectMessage(page, `"${title}" is hidden from the store`);
  await expect(shown).toHaveAttribute("aria-pressed", "false");
  await expect(shown).toBeFocused();
});

test("staff sort, change the page, edit in the side panel and collapse the sidebar", async ({ page }) => {
  await asStaff(page, "/admin/authors?size=5");
  await hydrated(page);
  await skipToContent(page);
  const head = page.getByRole("columnheader", { name: "Title" });
  await tabTo(page, "Title: sort ascending");
  await page.keyboard.press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await expect(page.getByRole("status").filter({ hasText: "Sorted by Title, ascending" })).toHaveCount(1);
  await focused(page).toBe("Title: sort descending");

  await tabTo(page, "Page");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Showing 11 to 15 of \d+ entries$/)).toBeVisible();
  await focused(page).toBe("Page");

  const edit = await tabTo(page, /^Edit /, { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await focused(page).toBe("Author name");
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press("Tab");
    // Between the last control and the first the focus is in the browser's own toolbars.
    if (await page.evaluate(() => document.activeElement !== document.body))
      expect((await focusedControl(page)).inDialog).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await focused(page).toBe(edit.name);

  // A panel opened by its URL returns the focus to the link that opens it.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel("Author name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await focused(page).toBe(edit.name);

  await page.keyboard.press("Control+b");
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  await focused(page).toBe(edit.name);
});

test("tabs and menus of a book's page work with arrows and Escape", async ({ page }) => {
  await openBook(page, "Devdas");
  await hydrated(page);
  await skipToContent(page);
  await tabTo(page, "Description");
  for (const [key, name] of [
    ["ArrowRight", "Details"],
    ["End", "Reviews"],
    ["ArrowRight", "Description"],
    ["ArrowLeft", "Reviews"],
    ["Home", "Description"],
  ] as const) {
    await page.keyboard.press(key);
    await focused(page).toBe(name);
    await expect(page.getByRole("tab", { name, selected: true })).toBeVisible();
    await expect(page.getByRole("tabpanel", { name })).toBeVisible();
  }
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tabpanel", { name: "Description" })).toBeFocused();

  const menu = page.locator("details[data-menu][open]");
  await tabTo(page, "Account", { key: "Shift+Tab" });
  await page.keyboard.press("Enter");
  await expect(menu).toHaveCount(1);
  await tabTo(page, "Login");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await focused(page).toBe("Account");
  await page.keyboard.press("Enter");
  await tabTo(page, "Register");
  await page.keyboard.press("Tab");
  await expect(menu).toHaveCount(0);

  await tabTo(page, /^Switch to (dark|light) theme$/, { key: "Shift+Tab" });
  const before = (await focusedControl(page)).name;
  await page.keyboard.press("Enter");
  await focused(page).not.toBe(before);
  await focused(page).toMatch(/^Switch to (dark|light) theme$/);
});

test("the focus goes from the list to the footer without loading more books", async ({ page }) => {
  await page.goto("/books");
  await hydrated(page);
  await skipToContent(page);
  const cards = page.getByRole("main").getByRole("article");
  const count = await cards.count();
  // The filters are longer than the window: on the way through them the end of the list comes into view.
  await tabTo(page, "Show more", { most: 120 });
  await expect(cards).toHaveCount(count);
  await page.keyboard.press("Enter");
  await expect(cards).toHaveCount(count + 12);
  await expect(page.getByRole("status").filter({ hasText: /^12 more books, \d+ of \d+ shown$/ })).toHaveCount(
    1,
  );
  await expect(cards.nth(count).getByRole("link").first()).toBeFocused();
  await tabTo(page, "Show more", { most: 60 });
  await page.keyboard.press("Tab");
  const stop = await focusedControl(page);
  expect(stop.inFooter, `“${stop.name}” is in the footer`).toBe(true);
  await page.waitForLoadState("networkidle");
  await expect(cards).toHaveCount(count + 12);
});
