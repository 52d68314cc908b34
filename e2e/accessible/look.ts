import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { FACES } from "../fonts";
import { beyondAxe, hiddenFocus } from "./beyond-axe";
import { markNewColours } from "./colours";
import { markPlaces } from "./places";
import { reflows } from "./reflows";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** These rules take more than half of axe's time, so they look only at elements that the checks have marked before. */
const MARKED = [
  { id: "color-contrast", selector: "[data-new-colours]" },
  { id: "link-in-text-block", selector: "a[href][data-new-colours]" },
  { id: "target-size", selector: "[data-tight]" },
];
/** Runs in each document. @axe-core/playwright opens a tab for each check instead, which takes five times as long. */
export const AXE_SCRIPT = `${AXE};axe.configure(${JSON.stringify({ rules: MARKED })});`;

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Rules that axe runs only if they are named. */
const MORE = ["target-size", "label-content-name-mismatch", "table-fake-caption", "td-has-header"];
/** Those of these rules that depend on sizes and positions, not only on which elements are shown. */
const PLACES = ["target-size", "scrollable-region-focusable"];
const COLOURS = ["color-contrast", "link-in-text-block"];
const ALL: RunOptions = {
  runOnly: { type: "tag", values: TAGS },
  rules: Object.fromEntries(MORE.map((rule) => [rule, { enabled: true }])),
};

/** What the pages have in common. It is checked on the pages that are checked as a `frame`. */
const FRAME = ["header", "footer", "aside"].map((name) => `${name}:not(main *)`);
const IN_FRAME = FRAME.map((part) => `${part}, ${part} *`).join();

type Theme = "light" | "dark";
type Width = 1280 | 768 | 320;
/** 320 px: the same as a window of 1280 px at 400 % (WCAG 1.4.10). */
const HEIGHTS: Record<Width, number> = { 1280: 900, 768: 1024, 320: 740 };
/** By theme, the colours checked on earlier pages. */
const coloursSeen: Record<Theme, Set<string>> = { light: new Set(), dark: new Set() };

/** Selectors of what axe looks at; the whole document if empty. */
type AxeContext = { include: string[] } | { exclude: string[] } | Record<string, never>;

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
 * How much of a page to check. `frame`: all of it, at each width. `page`: without the navigation and footer, which the
 * pages have in common; it must fit each width. `around`: as `frame`, but of the main part, which another scene shows, only
 * colours and places. `state`: the same, only its open dialog or its main part, without 768 px,
 * and axe's rules about structure only at 1280 px.
 */
export type Extent = "frame" | "around" | "page" | "state";

/**
 * Checks the page in its present state, in both themes, and whether it fits each width with a wide typeface.
 * The page must be in the light theme, 1280 or 320 px wide; the checks begin at this width and end at the other.
 */
export async function lookAt(page: Page, where: string, extent: Extent): Promise<Finding[]> {
  const found = new Map<string, Finding>();
  const note = (view: string, problems: Problem[]) => {
    for (const { rule, target, summary } of problems) {
      const key = `${rule} ${target}`;
      const before = found.get(key);
      if (before) before.views.push(view);
      else found.set(key, { where, rule, target, summary, views: [view] });
    }
  };
  const isDialog = (await page.locator("dialog[open]").count()) > 0;
  const isWhole = extent === "frame" || extent === "around";
  const part = isWhole ? null : extent === "state" && isDialog ? "dialog[open]" : "main";
  const context: AxeContext = extent === "page" ? { exclude: FRAME } : part ? { include: [part] } : {};

  // A page is looked at without what axe leaves out of it.
  const except = extent === "page" ? IN_FRAME : null;
  let theme: Theme = "light";
  const checked = new Set<string>();
  const checkAt = async (width: Width) => {
    const shown = await page.evaluate(whatIsShown, [part, except] as const);
    const hasPlaces = await page.evaluate(markPlaces, part);
    const first = theme;
    for (const wanted of [first, first === "light" ? "dark" : "light"] as const) {
      if (wanted !== theme) await showTheme(page, (theme = wanted));
      const seen = coloursSeen[theme];
      const fresh = await page.evaluate(markNewColours, [part, except, [...seen]] as const);
      for (const one of fresh) seen.add(one);
      // The same elements have the same structure at each width, and in each theme.
      const isFirst = theme === first;
      const some = [...(isFirst && hasPlaces ? PLACES : []), ...(fresh.length > 0 ? COLOURS : [])];
      const isNew = isFirst && (extent !== "state" || width === 1280) && !checked.has(shown);
      const view = `${width} px ${theme}`;
      if (isNew) note(view, await runAxe(page, extent === "around" ? { exclude: ["main"] } : context, ALL));
      if (some.length > 0 && (!isNew || extent === "around"))
        note(view, await runAxe(page, context, { runOnly: { type: "rule", values: some } }));
    }
    checked.add(shown);
  };
  const widths: Width[] = extent === "state" ? [1280, 320] : [1280, 768, 320];
  if (width(page) !== 1280) widths.reverse();
  // A frame is otherwise checked in the usual typeface, the pages after it in the wide one that it leaves.
  const faces = isWhole ? [FACES.wide, null] : [FACES.wide];
  for (const wanted of widths) {
    if (width(page) !== wanted) await page.setViewportSize({ width: wanted, height: HEIGHTS[wanted] });
    if (wanted !== 768 || isWhole) await checkAt(wanted);
    if (wanted === 1280) note("", await page.evaluate(beyondAxe, extent === "state" ? part : null));
    if (wanted === 320 && (part !== "main" || extent !== "state"))
      note("320 px", await page.evaluate(hiddenFocus, extent === "page" && !isDialog ? "main" : part));
    for (const [face, problems] of await page.evaluate(reflows, faces))
      note(`${wanted} px in ${face ?? FACES.usual}`, problems);
  }
  // The next page may be drawn in the same document.
  if (theme !== "light") await showTheme(page, "light");
  return [...found.values()];
}

const width = (page: Page) => page.viewportSize()!.width;

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
 * Runs in the page: which elements are shown. If two widths show the same elements, axe's rules about structure have the
 * same result.
 */
function whatIsShown([within, except]: readonly [string | null, string | null]): string {
  const part = (within && document.querySelector(within)) || document.body;
  return [...part.querySelectorAll(except ? `:not(${except})` : "*")]
    .map((node) => {
      if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return 0;
      const { width, height, right, bottom } = node.getBoundingClientRect();
      return width < 2 || height < 2 || right + scrollX < 0 || bottom + scrollY < 0 ? 1 : 2;
    })
    .join("");
}

function runAxe(page: Page, context: AxeContext, rules: RunOptions): Promise<Problem[]> {
  return page.evaluate(
    async ([context, options]) => {
      const { axe } = window as unknown as { axe: { run(...args: unknown[]): Promise<AxeResults> } };
      const isWhole = Object.keys(context).length === 0;
      const { violations } = await axe.run(isWhole ? document : context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary, html }) => ({
          rule: id,
          target: target.flat().join(" "),
          summary: `${(failureSummary ?? "").replace(/\s*\n\s*/g, " ")}\n${html.slice(0, 240)}`,
        })),
      );
    },
    [context, { ...rules, resultTypes: ["violations"], preload: false, elementRef: false }] as const,
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
