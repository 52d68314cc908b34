import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { beyondAxe, hiddenFocus, reflows } from "./beyond-axe";

/** Run in the page itself: through the builder of @axe-core/playwright, which opens a tab for each answer, it takes five times as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Off until asked for by name. */
const MORE = ["target-size", "label-content-name-mismatch", "table-fake-caption", "td-has-header"];
const QUIET: RunOptions = { resultTypes: ["violations"], preload: false, elementRef: false };
const EVERY_RULE: RunOptions = {
  ...QUIET,
  runOnly: { type: "tag", values: TAGS },
  rules: Object.fromEntries(MORE.map((rule) => [rule, { enabled: true }])),
};
const COLOURS: RunOptions = {
  ...QUIET,
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

type Theme = "light" | "dark";
/**
 * Every rule at each width. Of a whole page colours in both themes at each: rules about structure do not know the theme.
 * What is only a part shows its colours in one theme at each width, in both all in all.
 */
const VIEWS: { width: number; height: number; rules: [Theme, RunOptions][] }[] = [
  {
    width: 1280,
    height: 900,
    rules: [
      ["light", EVERY_RULE],
      ["dark", COLOURS],
    ],
  },
  {
    width: 768,
    height: 1024,
    rules: [
      ["dark", EVERY_RULE],
      ["light", COLOURS],
    ],
  },
  {
    width: 360,
    height: 740,
    rules: [
      ["light", EVERY_RULE],
      ["dark", COLOURS],
    ],
  },
];

/** Of WCAG 1.4.10; a window of 1280 px at 400 % is the same. */
const NARROWEST = { width: 320, height: 640 };

/** Something that keeps somebody out. */
export interface Finding {
  /** The page and its state. */
  where: string;
  rule: string;
  target: string;
  summary: string;
  /** e.g. "360 px dark" */
  views: string[];
}

/**
 * Looks at the page as it stands, at each width and in both themes.
 * @param within what of it, where the rest was looked at before; null: all
 */
export async function lookAt(page: Page, where: string, within: string | null): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  const note = (view: string, problems: Problem[]) => {
    for (const { rule, target, summary } of problems) {
      const key = `${rule} ${target}`;
      const before = found.get(key);
      if (before) before.views.push(view);
      else found.set(key, { where, rule, target, summary, views: [view] });
    }
  };
  await page.evaluate(AXE);
  for (const { width, height, rules } of VIEWS) {
    await page.setViewportSize({ width, height });
    // What has the focus may have scrolled the page, and the bar that stays in place covers something then.
    await page.evaluate(() => scrollTo(0, 0));
    for (const [theme, options] of within === null ? rules : rules.slice(0, 1)) {
      await showTheme(page, theme);
      note(`${width} px ${theme}`, await runAxe(page, within, options));
    }
    if (width === 1280) note("", await page.evaluate(beyondAxe, within));
    note(`${width} px`, await page.evaluate(reflows));
  }
  if (within !== "main") note("360 px", await page.evaluate(hiddenFocus, within));
  await page.setViewportSize(NARROWEST);
  note(`${NARROWEST.width} px`, await page.evaluate(reflows));
  return [...found.values()];
}

export interface Problem {
  rule: string;
  target: string;
  summary: string;
}

/** Switches what the system prefers, and waits until the page has followed. */
async function showTheme(page: Page, colorScheme: Theme) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForFunction((isDark) => {
    const { classList } = document.documentElement;
    if (matchMedia("(prefers-color-scheme: dark)").matches !== isDark) return false;
    return !classList.contains("js") || classList.contains("dark") === isDark;
  }, colorScheme === "dark");
}

function runAxe(page: Page, within: string | null, options: RunOptions): Promise<Problem[]> {
  return page.evaluate(
    async ([within, options]) => {
      const { axe } = window as unknown as { axe: { run(...args: unknown[]): Promise<AxeResults> } };
      const { violations } = await axe.run(within ? { include: [within] } : document, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary, html }) => ({
          rule: id,
          target: target.flat().join(" "),
          summary: `${(failureSummary ?? "").replace(/\s*\n\s*/g, " ")}\n${html.slice(0, 240)}`,
        })),
      );
    },
    [within, options] as const,
  );
}

/** What a test tells when it fails: by page, then by what is wrong with it. */
export function report(findings: Finding[]): string {
  const pages = [...new Set(findings.map(({ where }) => where))];
  const told = pages.map((where) => {
    const lines = findings
      .filter((finding) => finding.where === where)
      .map(({ rule, target, summary, views }) => {
        const at = views.filter(Boolean).join(", ");
        return `  ${rule}${at && ` (${at})`}\n    ${target}\n    ${summary.replaceAll("\n", "\n    ")}`;
      });
    return `${where}\n${lines.join("\n")}`;
  });
  return `${findings.length} found on ${pages.length} pages\n\n${told.join("\n\n")}`;
}
