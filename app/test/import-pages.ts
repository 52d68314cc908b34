import { expect } from "vitest";
import { openPage, readPage } from "./pages";
import type { Browser } from "./shop";

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
  await expect.poll(async () => (await openPage(staff, page)).html).not.toContain("<progress");
  return (await openPage(staff, page)).html;
}
