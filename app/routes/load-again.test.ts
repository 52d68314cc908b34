import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "~/routes";
import { notWhileFiltering } from "~/ui/frame/navigation/revalidation";

// After a form was refused, everything that its page shows is loaded again (ui/frame/navigation/revalidation.ts). The root does that
// for all pages, unless a route or a form decides otherwise: this finds those.

const source = (file: string) => readFileSync(`app/${file}`, "utf8");
const decides = (file: string) => /export (?:const|function) shouldRevalidate\b(.*)/.exec(source(file))?.[1];

interface Page {
  file: string;
  /** From the root to the page itself. */
  shown: string[];
}

const pagesOf = (entry: RouteConfigEntry, above: string[]): Page[] => {
  const shown = [...above, entry.file];
  return [{ file: entry.file, shown }, ...(entry.children ?? []).flatMap((child) => pagesOf(child, shown))];
};

const FORMS = (routes as RouteConfigEntry[])
  .flatMap((entry) => pagesOf(entry, ["root.tsx"]))
  .filter(
    ({ file }) => file.endsWith(".tsx") && /export (?:async function|const) action\b/.test(source(file)),
  );

test("every page with a form loads what it shows again after a refusal, and so do the layouts around it", () => {
  expect(FORMS.length).toBeGreaterThan(60);
  const own = FORMS.flatMap(({ shown }) => shown).filter((file) => decides(file) !== undefined);
  // These decide about filters of the list alone.
  expect([...new Set(own)].toSorted()).toEqual(["root.tsx", "routes/store/_layout.tsx"]);
  for (const file of new Set(own)) expect(decides(file)).toContain("= notWhileFiltering;");
  const url = new URL("http://shop/books?q=gora");
  const sent = { currentUrl: url, nextUrl: new URL("http://shop/books"), currentParams: {}, nextParams: {} };
  expect(notWhileFiltering({ ...sent, formMethod: "POST", defaultShouldRevalidate: true })).toBe(true);
});

test("no form decides for itself that nothing is loaded again", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const deciding = files.filter((file) =>
    /\bdefaultShouldRevalidate=|defaultShouldRevalidate: false/.test(source(file)),
  );
  expect(deciding.filter((file) => !file.endsWith(".test.ts"))).toEqual([]);
});

/** Forms whose hidden field follows the loaded data, since all that they show does, or since a key begins them anew. */
const FOLLOWING = [
  "routes/admin/appearance/home/draft-state.tsx",
  "routes/admin/appearance/home/home-question.tsx",
  "routes/admin/appearance/menu-form.tsx",
  "routes/admin/delivery/delete-method-dialog.tsx",
  "routes/admin/delivery/plan-dialogs.tsx",
  "routes/admin/delivery/table-form.tsx",
  "routes/admin/imports/mapping/long-names.tsx",
  "routes/admin/imports/mapping/questions.tsx",
  "routes/admin/opening/closing-form.tsx",
  "routes/admin/reviews/review-dialog.tsx",
  "routes/admin/staff/rules-form.tsx",
  "ui/admin/shop/look-form.tsx",
  "ui/admin/shop/mail-words-form.tsx",
  "ui/admin/shop/notice-form.tsx",
  "ui/admin/shop/settings-form.tsx",
];

test("what a form of fields compares stays as it was opened: somebody else's change does not pass for what it shows", () => {
  const hidden = /type="hidden" name="(?:version|shown\w*|readAt|checked)"/;
  const views = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".tsx"),
  );
  expect(views.filter((file) => hidden.test(source(file))).toSorted()).toEqual(FOLLOWING);
});
