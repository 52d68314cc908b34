import { type Layout, type WantedLayout, wantedLayoutSchema } from "~/domain/book-files/tables/layout";
import type { FormErrors, TypedFields } from "./mapping-form";

export const SHEET = "sheet";
export const HEADING_ROW = "headingRow";
export const NO_HEADINGS = "noHeadings";

/** What the form shows before anything is typed. */
export const layoutFields = ({ sheet, headingRow }: Layout): TypedFields => ({
  ...(sheet !== null && { [SHEET]: sheet }),
  ...(headingRow === 0 ? { [NO_HEADINGS]: "on" } : { [HEADING_ROW]: String(headingRow) }),
});

/**
 * Reads the form. An empty row of headings is looked for in the chosen sheet.
 * @param text the form's field as typed @param layout that the form showed
 */
export function readLayoutForm(
  text: (name: string) => string,
  layout: Layout,
): { ok: true; wanted: WantedLayout } | { ok: false; errors: FormErrors } {
  const [sheet, row] = [text(SHEET), text(HEADING_ROW).trim()];
  const place = sheet ? { sheet } : {};
  const hasNone = text(NO_HEADINGS) === "on";
  const shown = layoutFields(layout);
  const isUntouched = hasNone === NO_HEADINGS in shown && (hasNone || row === shown[HEADING_ROW]);
  // What was found in one sheet says nothing about another.
  if (isUntouched && sheet && sheet !== layout.sheet)
    return { ok: true, wanted: { sheet, headingRow: null } };
  if (hasNone) return { ok: true, wanted: { ...place, headingRow: 0 } };
  if (row === "") return { ok: true, wanted: { ...place, headingRow: null } };
  const parsed = wantedLayoutSchema.safeParse({ ...place, headingRow: Number(row) });
  // Only the box says that there are none.
  if (parsed.success && Number(row) > 0) return { ok: true, wanted: parsed.data };
  return { ok: false, errors: { [HEADING_ROW]: [ROW_WANTED] } };
}

const ROW_WANTED = "Write the number of the row, from 1 to 1000";
