import { z } from "zod";
import { isPlainDate } from "~/domain/kit/dates";
import { asciiDigits } from "~/domain/kit/digits";
import type { MenuLink } from "./frame-parts";
import { DATES, isTarget, lineOfText, linkTarget, TARGET_RULE } from "./text.schema";

export const ANNOUNCEMENT_MAX = { text: 200, linkLabel: 40 } as const;

const day = (label: string) =>
  lineOfText(label, 10)
    .overwrite(asciiDigits)
    .refine(
      (text) => text === "" || (isPlainDate(text) && text >= DATES.min && text <= DATES.max),
      `${label} must be a date such as 2026-11-28`,
    );

/** Checks a rule about several fields even when others are invalid. */
const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

/** The form of the announcement. Without a text none is shown. */
export const announcementSchema = z
  .object({
    text: lineOfText("Text", ANNOUNCEMENT_MAX.text),
    linkLabel: lineOfText("Words of the link", ANNOUNCEMENT_MAX.linkLabel),
    to: linkTarget("Where the link leads"),
    startsOn: day("First day"),
    endsOn: day("Last day"),
  })
  .refine(({ linkLabel, to }) => !to || linkLabel, {
    path: ["linkLabel"],
    message: "Please type the words of the link, or leave both its fields empty",
    ...always,
  })
  .refine(({ linkLabel, to }) => !linkLabel || to, {
    path: ["to"],
    message: "Please say where the link leads, or leave both its fields empty",
    ...always,
  })
  .refine(({ startsOn, endsOn }) => !startsOn || !endsOn || startsOn <= endsOn, {
    path: ["endsOn"],
    message: "Last day must not be before the first",
    ...always,
  });

export const MENU_MAX = { "main-menu": 6, "footer-menu": 12, label: 30 } as const;
/** The most letters of all entries of the navigation bar together, so that they fit into two lines. */
const MAIN_MENU_LETTERS = 90;

/** Rows as typed, in their order: label and target of each. Rows with both empty are none. */
export interface TypedMenu {
  labels: string[];
  targets: string[];
}

export type CheckedMenu =
  | { ok: true; links: MenuLink[] }
  /** `rows`: the messages of each row's label and target. */
  | { ok: false; message: string | null; rows: { label?: string; to?: string }[] };

/** Checks the rows of a menu's form. */
export function checkMenu(menu: "main-menu" | "footer-menu", { labels, targets }: TypedMenu): CheckedMenu {
  const label = lineOfText("Label", MENU_MAX.label, true);
  const rows: { label?: string; to?: string }[] = [];
  const links: MenuLink[] = [];
  for (const [at, text] of labels.entries()) {
    const to = (targets[at] ?? "").trim();
    if (!text.trim() && !to) {
      rows.push({});
      continue;
    }
    const checked = label.safeParse(text);
    const labelProblem = checked.success ? undefined : checked.error.issues[0]!.message;
    const toProblem = !to
      ? "Where it leads is required"
      : linkTarget("Where it leads").safeParse(to).success && isTarget(to)
        ? undefined
        : `Where it leads ${TARGET_RULE}`;
    rows.push({ label: labelProblem, to: toProblem });
    if (checked.success && !toProblem) links.push({ label: checked.data, to });
  }
  const message = menuProblem(menu, links);
  if (message !== null || rows.some((row) => row.label ?? row.to)) return { ok: false, message, rows };
  return { ok: true, links };
}

function menuProblem(menu: "main-menu" | "footer-menu", links: MenuLink[]): string | null {
  if (links.length > MENU_MAX[menu]) return `At most ${MENU_MAX[menu]} links fit here`;
  const letters = links.reduce((sum, { label }) => sum + [...label].length, 0);
  if (menu === "main-menu" && letters > MAIN_MENU_LETTERS)
    return `These labels are too long for the navigation bar: together they may have ${MAIN_MENU_LETTERS} letters, and have ${letters}`;
  return null;
}

export const FOOTER_MAX = { sentence: 160, lastLine: 200 } as const;

export const footerWordsSchema = z.object({
  sentence: lineOfText("The sentence below the shop's name", FOOTER_MAX.sentence),
  lastLine: lineOfText("The last line", FOOTER_MAX.lastLine),
});
