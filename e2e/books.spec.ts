import { expect, type Locator, type Page } from "@playwright/test";
import { bookOfOurOwn, signInAsStaff } from "./staff";
import { PLAIN, SCRIPTS, expectMessage, scripted, test } from "./support";

let made = 0;
/** A name that no other journey uses, since all share one shop. */
const unique = (words: string) => `${words} ${test.info().project.name.at(-1)}${process.pid}${(made += 1)}`;

const panel = (page: Page, title = "Add New Book"): Locator => page.getByRole("dialog", { name: title });

/** Chooses an existing author or tag by its name, without scripts; with them: e2e/keyboard.spec.ts. */
async function choose(form: Locator, label: "Authors" | "Tags", name: string) {
  await form.getByRole("combobox", { name: label }).fill(name);
  await form.getByRole("button", { name: label === "Authors" ? "Add author" : "Add tag" }).click();
  await expect(form.getByRole("checkbox", { name })).toBeChecked();
}

/** Adds a new author or tag without leaving the form. */
async function addNew(form: Locator, label: "Authors" | "Tags", name: string) {
  const one = label === "Authors" ? "author" : "tag";
  if (!scripted()) {
    await form.getByRole("combobox", { name: label }).fill(name);
    await form.getByRole("button", { name: `Add as a new ${one}` }).click();
    return expect(form.getByRole("checkbox", { name })).toBeChecked();
  }
  await form.getByRole("combobox", { name: label }).fill(name);
  await form
    .page()
    .getByRole("option", { name: `Add “${name}” as a new ${one}` })
    .click();
  await expect(form.getByRole("button", { name: `Remove ${name}` })).toBeVisible();
}

async function fillBook(page: Page, title: string) {
  await page.goto("/admin/products?add=1");
  const form = panel(page);
  await form.getByLabel("Book Title").fill(title);
  await form.getByLabel("Book Brief").fill("A tale of two rivers.");
  await form.getByLabel("Publisher").selectOption({ index: 1 });
  await form.getByLabel("Language", { exact: true }).selectOption({ label: "Hindi" });
  await form.getByLabel("Price (₹)", { exact: true }).fill("299.50");
  await form.getByLabel("Initial Stock").fill("12");
  return form;
}

test("staff add a book with a new author and tag, then edit it", PLAIN, async ({ page }) => {
  await signInAsStaff(page);
  const [title, author, tag] = [unique("Two Rivers"), unique("Ila Sen"), unique("River tales")];
  const form = await fillBook(page, title);
  await addNew(form, "Authors", author);
  await choose(form, "Authors", "Premchand");
  await choose(form, "Tags", "Novel");
  await addNew(form, "Tags", tag);
  await expect(form.getByLabel("Book Title")).toHaveValue(title);
  await form.getByLabel("ISBN").fill("9780306406158");
  await form.getByRole("button", { name: "Save Book" }).click();
  await expectMessage(page, "Book added successfully!");
  await expectMessage(page, /check digit of ISBN 9780306406158 is wrong/);

  await page.goto(`/admin/products?q=${encodeURIComponent(tag)}`);
  const row = page.getByRole("row", { name: new RegExp(title) });
  await expect(row).toContainText(`${author}, Premchand`);
  await expect(row).toContainText("₹299.50");

  await row.getByRole("link", { name: `Edit ${title}` }).click();
  const edit = panel(page, "Edit Book");
  await expect(edit.getByLabel("Book Title")).toHaveValue(title);
  await edit.getByRole("checkbox", { name: "Premchand" }).uncheck();
  await edit.getByLabel("Sale Price (₹)").fill("199");
  // Enter in a text field saves.
  await edit.getByLabel("Book Title").press("Enter");
  await expectMessage(page, "Book updated successfully!");
  await expect(row).toContainText("₹199.00");
  await expect(row).not.toContainText("Premchand");
});

test("a book's whole record: series, size, contributors in their order", PLAIN, async ({ page }) => {
  await signInAsStaff(page);
  const person = unique("Mira Das");
  const { id } = await bookOfOurOwn(page, { title: "Recorded", stock: 1 });
  await page.goto(`/admin/products?edit=${id}`);
  const form = panel(page, "Edit Book");
  await form.getByText("Details", { exact: true }).click();
  await form.getByLabel("Subtitle").fill("A Tale of the Delta");
  await form.getByLabel("Format").selectOption({ label: "Paperback" });
  const language = form.getByRole("combobox", { name: "Further languages" });
  await language.fill("Urdu");
  await form.getByRole("button", { name: "Add language" }).click();
  if (!(await form.getByRole("checkbox", { name: "Urdu" }).isVisible()))
    await form.getByRole("button", { name: "Add as a new language" }).click();
  await expect(form.getByRole("checkbox", { name: "Urdu" })).toBeChecked();
  await language.fill(unique("Kurukh"));
  await form.getByRole("button", { name: "Add as a new language" }).click();

  await form.getByText("Contributors", { exact: true }).click();
  await form.getByRole("button", { name: "Add a Contributor" }).click();
  await form.getByLabel("Contributor 1", { exact: true }).fill("Premchand");
  await form.getByRole("button", { name: "Add a Contributor" }).click();
  await form.getByLabel("Contributor 2", { exact: true }).fill(person);
  await form.getByLabel("Role 2", { exact: true }).selectOption({ label: "Illustrator" });
  await form.getByRole("button", { name: "Update Book" }).click();
  await expect(form.getByText(`Nobody is called “${person}”.`).first()).toBeVisible();
  await form.getByRole("button", { name: "Add as a New Person" }).click();
  await form.getByRole("button", { name: `Move up: ${person}` }).click();
  await form.getByRole("button", { name: "Add a Contributor" }).click();
  await form.getByRole("button", { name: "Move down: Premchand" }).click();
  await form.getByRole("button", { name: "Remove: contributor 2" }).click();
  await expect(form.getByLabel("Subtitle")).toHaveValue("A Tale of the Delta");
  await form.getByRole("button", { name: "Update Book" }).click();
  await expectMessage(page, "Book updated successfully!");

  const saved = await (await page.request.get(`/admin/products?edit=${id}`)).text();
  expect(saved.replace(/<[^>]+>/g, "")).toContain(`${person} (Illustrator), Premchand`);
});

test("staff hide a book and show it again, each after a confirmation", PLAIN, async ({ page }) => {
  await signInAsStaff(page);
  const { title } = await bookOfOurOwn(page, { title: "Vanishing", stock: 1 });
  await page.goto(`/admin/products?q=${title}`);
  const toggle = page.getByRole("button", { name: `${title} visible in the store` });
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.press("Enter");
  await page.getByRole("button", { name: "Hide Book" }).click();
  await expectMessage(page, `"${title}" is hidden from the store`);
  await expect(toggle).toHaveAttribute("aria-pressed", "false");

  await toggle.click();
  await page.getByRole("button", { name: "Show Book" }).click();
  await expectMessage(page, `"${title}" is shown in the store`);
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
});

test("names are added in the form; the authors field works by keyboard", SCRIPTS, async ({ page }) => {
  await signInAsStaff(page);
  await page.goto("/admin/products?add=1");
  const form = panel(page);
  await addNew(form, "Tags", unique("River tales"));
  const author = unique("Ila Sen");
  await addNew(form, "Authors", author);
  await form.getByRole("button", { name: `Remove ${author}` }).click();
  await expect(form.getByRole("button", { name: `Remove ${author}` })).toBeHidden();
  const box = form.getByRole("combobox", { name: "Authors" });
  await box.fill("tagore");
  const options = form.locator("[role=option]");
  await expect(options.first()).toHaveText("Rabindranath Tagore");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await box.press("Enter");
  await expect(form.getByRole("button", { name: "Remove Rabindranath Tagore" })).toBeVisible();
  await expect(box).toHaveValue("");

  await box.press("ArrowDown");
  // The list for the empty box replaces the list for the name, in which the only one is chosen already.
  await expect(options.nth(3)).toBeVisible();
  const chosen = page.locator("[role=option][aria-selected=true]:not([aria-disabled=true])");
  await expect(async () => {
    await box.press("ArrowDown");
    await expect(chosen).toBeVisible({ timeout: 500 });
  }).toPass();
  const second = await chosen.textContent();
  await box.press("Enter");
  await expect(form.getByRole("button", { name: `Remove ${second}` })).toBeVisible();

  await box.fill("tagore");
  await expect(page.getByRole("option", { name: /Rabindranath Tagore/ })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await box.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(form).toBeVisible();
  await box.press("Escape");
  await expect(box).toHaveValue("");
  await box.press("Backspace");
  await expect(form.getByRole("button", { name: `Remove ${second}` })).toBeHidden();
  // Rabindranath Tagore, and the tag.
  await expect(form.getByRole("button", { name: /^Remove/ })).toHaveCount(2);
});

test("changes made to the form before hydration are kept", SCRIPTS, async ({ page }) => {
  await signInAsStaff(page);
  const { id, title } = await bookOfOurOwn(page, { title: "Early", stock: 1 });
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/admin/products?edit=${id}`, { waitUntil: "commit" });
  const form = panel(page, "Edit Book");
  await form.getByRole("checkbox", { name: "Premchand" }).uncheck();
  await form.getByLabel("Book Title").fill(`${title} bird`);
  await form.getByRole("combobox", { name: "Authors" }).fill("tagore");
  letThrough();
  // After hydration the ticked names are chips.
  await expect(form.getByRole("button", { name: "Remove Novel" })).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Authors" })).toHaveValue("tagore");
  await expect(form.getByRole("combobox", { name: "Authors" })).toBeFocused();
  await expect(form.getByRole("button", { name: "Remove Premchand" })).toHaveCount(0);
  await expect(form.getByLabel("Book Title")).toHaveValue(`${title} bird`);
});
