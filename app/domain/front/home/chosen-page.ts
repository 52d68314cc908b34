/**
 * A link's address is chosen from a list of pages, or typed. The list is a control beside the typed field, sent as
 * "<name>-page": the address of the page, empty for none, or `OTHER_ADDRESS`, for which the typed field counts.
 */
export const OTHER_ADDRESS = "other";

/** The form field with the page chosen from the list, beside the field `name` for a typed address. */
export const pageChoice = (name: string): string => `${name}${SUFFIX}`;

const SUFFIX = "-page";

/** A form's entries, with the chosen page in the place of what was typed. Fields of one name belong together in their order. */
export function withChosenPages(form: FormData): FormData {
  const read = new FormData();
  const names = new Set([...form.keys()].filter((key) => key.endsWith(SUFFIX)));
  const chosen = new Set([...names].map((name) => name.slice(0, -SUFFIX.length)));
  for (const [name, value] of form) if (!names.has(name) && !chosen.has(name)) read.append(name, value);
  for (const name of chosen) {
    const typed = form.getAll(name);
    for (const [at, page] of form.getAll(pageChoice(name)).entries())
      read.append(name, page === OTHER_ADDRESS ? (typed[at] ?? "") : page);
  }
  return read;
}
