import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { FACES } from "../fonts";
import { beyondAxe, hiddenFocus } from "./beyond-axe";
import { markNewColours } from "./colours";
import { reflows } from "./reflows";

/** Run in the page itself: @axe-core/playwright opens a tab for each run, which takes five times as long. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules that axe runs only if they are named. */
const MORE = ["target-size", "label-content-name-mismatch", "table-fake-caption", "td-has-header"];
const QUIET: RunOptions = { resultTypes: ["violations"], preload: false, elementRef: false };
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const STRUCTURE: RunOptions = {
  ...QUIET,
  runOnly: { type: "tag", values: TAGS },
  rules: Object.fromEntries([
    ...MORE.map((rule) => [rule, { enabled: true }]),
    ...COLOUR_RULES.map((rule) => [rule, { enabled: false }]),
  ]),
};
/** Those of these rules that depend on sizes and positions, not only on which elements are shown. */
const PLACES: RunOptions = {
  ...QUIET,
  runOnly: { type: "rule", values: ["target-size", "scrollable-region-focusable"] },
};
const COLOURS: RunOptions = { ...QUIET, runOnly: { type: "rule", values: COLOUR_RULES } };

type Theme = "light" | "dark";
const { wide, narrow } = FACES;
const SIZES: { width: number; height: number; themes: Theme[]; faces: (string | null)[] }[] = [
  { width: 1280, height: 900, themes: ["light", "dark"], faces: [wide, narrow, null] },
  { width: 768, height: 1024, themes: ["dark"], faces: [wide, null] },
  { width: 360, height: 740, themes: ["dark", "light"], faces: [null] },
  // WCAG 1.4.10: the same as a window of 1280 px at 400 %.
  { width: 320, height: 640, themes: [], faces: [wide, null] },
];
/** By theme, the colours checked on earlier pages. Checking colours takes more than half of axe's time. */
const coloursSeen: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/** An accessibility problem on a page. */
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
 * Checks the page in its present state at each width, in both themes, and whether it fits the width with each typeface.
 * The page must be in the light theme.
 * @param within selector of the part to check, if the rest was checked before; null for the whole page
 * @param isFirst whether this is the first page with this navigation and footer, so that they are checked at all widths
 */
export async function lookAt(
  page: Page,
  where: string,
  within: string | null,
  isFirst: boolean,
): Promise<Finding[]> {
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
  let theme: Theme = "light";
  const checked = new Set<string>();
  for (const { width, height, themes: both, faces } of SIZES) {
    // Navigation and footer are the same on the next page, and at 768 px nothing else changes.
    const part = width === 1280 || isFirst ? within : (within ?? "main");
    const themes = width === 768 && part !== null ? [] : both;
    await page.setViewportSize({ width, height });
    // The focused element may have scrolled the page, so that the sticky bar covers something.
    await page.evaluate(() => scrollTo(0, 0));
    for (const wanted of themes) {
      if (wanted !== theme) await showTheme(page, (theme = wanted));
      const seen = coloursSeen[theme];
      const fresh = await page.evaluate(markNewColours, [part, [...seen]] as const);
      if (fresh.length === 0) continue;
      note(`${width} px ${theme}`, await runAxe(page, "[data-new-colours]", COLOURS));
      for (const one of fresh) seen.add(one);
    }
    if (themes.length > 0) {
      const shown = await page.evaluate(whatIsShown, part);
      note(`${width} px`, await runAxe(page, part, checked.has(shown) ? PLACES : STRUCTURE));
      checked.add(shown);
      if (width === 1280 && part === null) checked.add(await page.evaluate(whatIsShown, "main"));
    }
    if (width === 1280) note("", await page.evaluate(beyondAxe, within));
    if (width === 360 && within !== "main") note("360 px", await page.evaluate(hiddenFocus, part));
    for (const [face, problems] of await page.evaluate(reflows, faces))
      note(`${width} px${face ? ` in ${face}` : ""}`, problems);
  }
  return [...found.values()];
}

export interface Problem {
  rule: string;
  target: string;
  summary: string;
}

/** Switches the theme: with scripts as the page's own script does, else by the system's preference. */
async function showTheme(page: Page, colorScheme: Theme) {
  const isScripted = await page.evaluate((isDark) => {
    const { classList } = document.documentElement;
    if (!classList.contains("js")) return false;
    classList.toggle("dark", isDark);
    return true;
  }, colorScheme === "dark");
  if (!isScripted) await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
}

/**
 * Runs in the page: which elements are shown, and how. If two widths show the same elements, axe's rules about structure
 * have the same result.
 */
function whatIsShown(within: string | null): string {
  const part = (within && document.querySelector(within)) || document.body;
  return [...part.querySelectorAll("*")]
    .map((node) => {
      if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return "-";
      const { width, height, right, bottom } = node.getBoundingClientRect();
      const { display, position } = getComputedStyle(node);
      const isOutside = width < 2 || height < 2 || right + scrollX < 0 || bottom + scrollY < 0;
      return `${display} ${position} ${isOutside}`;
    })
    .join();
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

/** The message of a failed test: the findings, grouped by page. */
export function report(findings: Finding[]): string {
  const pages = [...new Set(findings.map(({ where }) => where))];
  const paragraphs = pages.map((where) => {
    const lines = findings
      .filter((finding) => finding.where === where)
      .map(({ rule, target, summary, views }) => {
        const at = views.filter(Boolean).join(", ");
        return `  ${rule}${at && ` (${at})`}\n    ${target}\n    ${summary.replaceAll("\n", "\n    ")}`;
      });
    return `${where}\n${lines.join("\n")}`;
  });
  return `${findings.length} found on ${pages.length} pages\n\n${paragraphs.join("\n\n")}`;
}
