import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { withChosenPages } from "~/domain/front/home/chosen-page";
import type { MenuLink } from "~/domain/front/home/frame-parts";
import { checkMenu, MENU_MAX } from "~/domain/front/home/frame-parts.schema";
import { type FrameClash, saveFramePart } from "~/domain/front/home/frame-parts.server";
import { missingTargets } from "~/domain/front/pages/menu-targets.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { textField } from "~/http/request/forms/read-form.server";
import { versionIn } from "./version-in";

export type Menu = "main-menu" | "footer-menu";

export interface MenuRow extends MenuLink {
  problems: { label?: string; to?: string };
}

/** The answer to a menu's form that was not saved, or whose rows were moved, added or removed. */
export interface MenuAnswer {
  part: Menu;
  rows: MenuRow[];
  version: number;
  message: string | null;
  /** Whether the form can be saved as it is, though some links lead to nothing that visitors see. */
  canSaveAnyway: boolean;
  clash: FrameClash | null;
  /** The id of the control that gets the focus. */
  focus: string | null;
}

const SAVED: Record<Menu, string> = {
  "main-menu": "Navigation bar saved",
  "footer-menu": "Links of the footer saved",
};

const NOTHING_THERE = "Visitors find nothing here: it does not exist, or is not shown in the store";
const SAVE_ANYWAY =
  "Not saved yet. Please correct the links that lead nowhere, or save anyway: the menu leaves them out for as long as visitors would find nothing.";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
}

/**
 * Answers a menu's form. Intents: save; save-anyway, with links to what
 * visitors cannot see; reset, to the links that the shop came with; and those that only change the form
 * (add, up-<row>, down-<row>, drop-<row>), so that they work without scripts and nothing typed is lost.
 */
export async function answerMenu({ context, form: sent, staffId }: Post, part: Menu) {
  const form = withChosenPages(sent);
  const intent = textField(form, "intent");
  const version = versionIn(form);
  const typed = rowsIn(form);
  const answer = (status: number, more: Partial<MenuAnswer> = {}) =>
    data(
      { part, rows: typed, version, message: null, canSaveAnyway: false, clash: null, focus: null, ...more },
      { status },
    );

  if (intent === "save" || intent === "save-anyway" || intent === "reset") {
    const checked =
      intent === "reset"
        ? ({ ok: true, links: null } as const)
        : checkMenu(part, { labels: typed.map(({ label }) => label), targets: typed.map(({ to }) => to) });
    if (!checked.ok) {
      const rows = typed.map((row, at) => ({ ...row, problems: checked.rows[at] ?? {} }));
      const at = rows.findIndex(({ problems }) => problems.label ?? problems.to);
      const focus = at < 0 ? null : `${part}-${rows[at]!.problems.label ? "label" : "to"}-${at}`;
      return answer(400, { rows, message: checked.message ?? "Please check the form for errors", focus });
    }
    if (intent === "save") {
      const missing = await missingTargets(readDb, checked.links ?? []);
      const rows = typed.map((row) =>
        missing.has(row.to.trim()) ? { ...row, problems: { to: NOTHING_THERE } } : row,
      );
      const focus = `${part}-to-${rows.findIndex(({ problems }) => problems.to)}`;
      if (missing.size > 0) return answer(400, { rows, message: SAVE_ANYWAY, canSaveAnyway: true, focus });
    }
    const saved = await saveFramePart(writeDb, { name: part, value: checked.links, version, staffId });
    if (!saved.ok) return answer(409, { version: saved.clash.version, clash: saved.clash });
    return redirectWithFlash(context, "/admin/appearance/menus", { kind: "success", text: SAVED[part] });
  }
  const changed = changeRows(intent, typed, part);
  if (!changed) throw data("Unknown intent", { status: 400 });
  return answer(200, { ...changed, focus: `${part}-${changed.focus}` });
}

function rowsIn(form: FormData): MenuRow[] {
  const texts = (name: string) => form.getAll(name).map((value) => (typeof value === "string" ? value : ""));
  const targets = texts("to");
  return texts("label").map((label, at) => ({ label, to: targets[at] ?? "", problems: {} }));
}

/** @returns the rows after a button of the form, and the control that gets the focus; null for another intent */
function changeRows(intent: string, rows: MenuRow[], part: Menu): { rows: MenuRow[]; focus: string } | null {
  if (intent === "add") {
    if (rows.length >= MENU_MAX[part]) return { rows, focus: "add" };
    return { rows: [...rows, { label: "", to: "", problems: {} }], focus: `label-${rows.length}` };
  }
  const [, move, number] = /^(up|down|drop)-(\d{1,2})$/.exec(intent) ?? [];
  const at = Number(number);
  const row = rows[at];
  if (!move || !row) return null;
  const others = rows.filter((_, other) => other !== at);
  if (move === "drop") return { rows: others, focus: "add" };
  const to = Math.min(Math.max(move === "up" ? at - 1 : at + 1, 0), others.length);
  return { rows: others.toSpliced(to, 0, row), focus: `${move}-${to}` };
}
