import { AUTHOR_ROLE, type ContributorRole, ROLES } from "~/domain/catalogue/books/record/contributor-roles";

/** Somebody in the form, other than an author, as typed. */
export interface ContributorRow {
  name: string;
  role: string;
}

/** The fields of a row; each is posted once for each row. */
export const ROW_FIELDS = { name: "contributorName", role: "contributorRole" } as const;

/** Authors have a field of their own. */
export const OTHER_ROLES = ROLES.filter((role) => role !== AUTHOR_ROLE);

const FIRST_ROLE: ContributorRole = OTHER_ROLES[0]!;

/** The name by which the schema knows a row's person; errors are reported there. */
export const personOf = (row: number) => `contributors[${row}].authorId`;

/** All rows of a form in their order, those without a name too. */
export function rowsIn(form: FormData): ContributorRow[] {
  const texts = (name: string) => form.getAll(name).map((value) => (typeof value === "string" ? value : ""));
  return rowsOf(texts(ROW_FIELDS.name), texts(ROW_FIELDS.role));
}

/** A form without rows sends an empty one without a role. */
export const rowsOf = (names: string[], roles: string[]): ContributorRow[] =>
  names.map((name, at) => ({ name, role: roles[at] ?? "" })).filter(({ name, role }) => name || role);

/**
 * Puts the rows into the form as the schema reads them; one without a name stays without a person.
 * @param idOf the id of a row's person; 0 when unknown
 */
export function writeRows(form: FormData, rows: ContributorRow[], idOf: (at: number) => number) {
  for (const [at, { name, role }] of rows.entries()) {
    form.set(personOf(at), name.trim() ? String(idOf(at)) : "");
    form.set(`contributors[${at}].role`, role);
  }
}

/** The buttons of the rows: contributor-add, and with the row's number -up, -down, -drop and -new. */
const INTENT = /^contributor-(add|up|down|drop|new)(?:-(\d{1,3}))?$/;

export interface RowStep {
  step: "add" | "up" | "down" | "drop" | "new";
  at: number;
}

/** What a row's button asks for; null for other intents. */
export function parseRowIntent(intent: unknown): RowStep | null {
  const [, step, number] = (typeof intent === "string" && INTENT.exec(intent)) || [];
  return step ? { step: step as RowStep["step"], at: Number(number ?? -1) } : null;
}

/** Ids of the controls that get the focus after a step. */
export const rowIds = {
  name: (at: number) => `contributor-name-${at}`,
  add: "contributor-add",
};

/** @returns the rows after a step, and the id of the control that gets the focus; null when there is no such row */
export function changeRows(
  { step, at }: RowStep,
  rows: ContributorRow[],
): { rows: ContributorRow[]; focus: string } | null {
  if (step === "add")
    return { rows: [...rows, { name: "", role: FIRST_ROLE }], focus: rowIds.name(rows.length) };
  const row = rows[at];
  if (!row) return null;
  if (step === "new") return { rows, focus: rowIds.name(at) };
  const others = rows.filter((_, other) => other !== at);
  if (step === "drop") return { rows: others, focus: rowIds.add };
  const to = Math.min(Math.max(step === "up" ? at - 1 : at + 1, 0), others.length);
  return { rows: others.toSpliced(to, 0, row), focus: `contributor-${step}-${to}` };
}
