import { Parser } from "htmlparser2";
import { expect } from "vitest";
import { openPage, readPage } from "../pages";
import type { Browser } from "../shop";

/** The words of a page, without its elements. */
export const pageWords = (html: string) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");

/** Uploads a file on the page Imports. @returns the answer: of a file that can be read, the import's page */
export const uploadImport = (staff: Browser, content: string | Buffer, name: string) =>
  readPage(
    staff.postFiles("/admin/imports", { file: new File([new Uint8Array(Buffer.from(content))], name) }),
  );

/** An import's page, once nothing goes on in the background. @returns its HTML */
export async function settledImport(staff: Browser, page: string): Promise<string> {
  // Hundreds of books take long on a busy machine: half a minute beside three other workers.
  await expect
    .poll(async () => (await openPage(staff, page)).html, { timeout: 50_000, interval: 100 })
    .not.toContain("<progress");
  return (await openPage(staff, page)).html;
}

/**
 * What a browser without scripts would send of the form with this button: the fields as the page has them.
 * @param intent the value of its button
 */
export function shownForm(html: string, intent: string): Record<string, string> {
  let fields: Record<string, string> = {};
  let found: Record<string, string> | null = null;
  let [select, area] = ["", ""];
  const parser = new Parser({
    onopentag(tag, { name = "", value = "", type, ...rest }) {
      if (tag === "form") fields = {};
      const isTicked = (type !== "radio" && type !== "checkbox") || "checked" in rest;
      if (tag === "input" && name && isTicked) fields[name] = value || (type === "checkbox" ? "on" : "");
      if (tag === "select") fields[(select = name)] = "";
      if (tag === "option" && "selected" in rest) fields[select] = value;
      if (tag === "textarea") fields[(area = name)] = "";
      if (tag === "button" && name === "intent" && value === intent) found = fields;
    },
    ontext: (text) => void (area && (fields[area] += text)),
    onclosetag: (tag) => void (tag === "textarea" && (area = "")),
  });
  parser.end(html);
  if (!found) throw new Error(`the page has no form with the button ${intent}`);
  return { ...(found as Record<string, string>), intent };
}
