import type { HtmlForm } from "./html-forms";

/** What a form of a page sends when one of its buttons is pressed; without ids and typed text. */
export interface ShownForm {
  /** e.g. "POST /orders/:id intent=cancel reason" */
  key: string;
  method: string;
  path: string;
  isInAdmin: boolean;
  /** The fields that are always sent: "intent=cancel", "reason". */
  parts: string[];
  /** The names of all fields that can be sent. */
  names: string[];
  hasFile: boolean;
}

/** A form that a browser has sent. */
export interface SentForm {
  method: string;
  path: string;
  isInAdmin: boolean;
  /** "reason" and "reason=damaged" for each field; null if unknown: the browser does not report a body with a file. */
  parts: string[] | null;
}

/** @param page the URL of the page with the form @returns one for each button */
export function shownForms(form: HtmlForm, page: string): ShownForm[] {
  return buttonsOf(form).map((button) => {
    const method = (button.method ?? form.method).toUpperCase();
    const { pathname } = new URL(button.action || form.action || page, page);
    const path = withoutIds(pathname);
    // The hidden fields of a search repeat the page's query, which differs from visit to visit.
    const always = form.fields.filter(
      ({ name, kind }) =>
        isKnownField(name) &&
        (kind === "typed" || kind === "file" || (kind === "hidden" && method === "POST")),
    );
    const parts = always.map(({ name, value, kind }) => partOf(name, kind === "hidden" ? value : ""));
    if (button.name) parts.push(partOf(button.name, button.value));
    const isInAdmin = isAdmin(new URL(page).pathname);
    const place = isInAdmin && !isAdmin(path) ? ["(back office)"] : [];
    return {
      key: [method, path, ...unique(parts), ...place].join(" "),
      method,
      path,
      isInAdmin,
      parts: unique(parts),
      names: unique([...form.fields, button].map(({ name }) => withoutIds(name))).filter(isKnownField),
      hasFile: form.fields.some(({ kind }) => kind === "file"),
    };
  });
}

/** @param page the URL of the page that sent it @param fields null if unknown */
export function sentForm(
  method: string,
  url: string,
  page: string,
  fields: Iterable<[name: string, value: string]> | null,
): SentForm {
  const known = fields && [...fields].filter(([name]) => isKnownField(name));
  const parts = known && known.flatMap(([name, value]) => [withoutIds(name), partOf(name, value)]);
  return {
    method,
    path: withoutIds(new URL(url).pathname),
    isInAdmin: isAdmin(new URL(page).pathname),
    parts: parts && unique(parts),
  };
}

/** Whether the request can come from this form. */
export function isSentBy(form: ShownForm, sent: SentForm): boolean {
  const { method, path, isInAdmin, parts } = sent;
  if (form.method !== method || form.path !== path || form.isInAdmin !== isInAdmin) return false;
  if (parts === null) return form.hasFile;
  return (
    form.parts.every((part) => parts.includes(part)) &&
    parts.every((part) => form.names.includes(part.split("=")[0]!))
  );
}

/**
 * The fields that search the names of a filter ("in_language") are there if it has many names, which depends on what other
 * journeys have added by then.
 */
const isKnownField = (name: string) => !name.startsWith("in_");

/** A form without a button is sent by the Enter key in a field; without such a field it cannot be sent. */
function buttonsOf({ buttons, fields }: HtmlForm): HtmlForm["buttons"] {
  if (buttons.length > 0 || !fields.some(({ kind }) => kind === "typed")) return buttons;
  return [{ name: "", value: "", method: null, action: null }];
}

/** "intent=cancel", "confirm=hide-:id"; the name alone if the value is an id or free text. */
function partOf(name: string, value: string): string {
  // When the form was shown, or with what: a stamp can by chance be all letters.
  if (name === "shown") return name;
  const word = withoutIds(value);
  return withoutIds(name) + (/^[a-z]+(?:-(?:[a-z]+|:id))*$/.test(word) ? `=${word}` : "");
}

/** "/orders/:id", "copies-:id"; "/books/:id" for "/books/7-gora" */
const withoutIds = (text: string) =>
  text.replace(/^(\/books\/\d+)-[^/]+/, "$1").replace(/(^|[/-])\d+(?=\/|$)/g, "$1:id");

/** The preview of the home page has the forms of the store. */
const isAdmin = (path: string) => /^\/admin(?:\/|$)/.test(path) && path !== "/admin/appearance/preview";

const unique = (texts: string[]) => [...new Set(texts)].filter(Boolean).sort();
