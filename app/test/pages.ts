import { rawMessageIn } from "./checks/raw-messages";
import type { Browser } from "./shop";

/** An answer with a page, or a redirect. */
export interface Page {
  status: number;
  /** The Location of a redirect. */
  to: string | null;
  /** Without React's comments between texts. */
  html: string;
}

/** No page of any test may show the validator's own words. */
function withoutRawMessages(html: string): string {
  const raw = rawMessageIn(html);
  if (raw) throw new Error(`the page shows the validator's own words: ${raw}`);
  return html;
}

/** Reads an answer: `expect(await readPage(browser.post(…))).toMatchObject({ status: 303, to: "/cart" })`. */
export async function readPage(answer: Response | Promise<Response>): Promise<Page> {
  const response = await answer;
  const html = withoutRawMessages(await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, to: response.headers.get("Location"), html };
}

/** The HTML of an answer, without React's comments between texts. */
export const pageHtml = async (answer: Response | Promise<Response>) => (await readPage(answer)).html;

/** Opens a page. `html` is without scripts; `whole` includes them with their data. */
export async function openPage(browser: Browser, url: string) {
  const response = await browser.get(url);
  const whole = withoutRawMessages(await response.text());
  const html = whole.replace(/<script\b[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");
  return { status: response.status, whole, html, response };
}

/** The messages of the last request, at the top of a page or of its text, with HTML entities. */
export function flashMessages(html: string): string[] {
  const box = /class="flash">(.*?)<\/div>/.exec(html)?.[1] ?? "";
  const inPage = /class="page-messages">(.*?<\/div>)<\/div>/.exec(html)?.[1] ?? "";
  return [box, inPage]
    .flatMap((part) => part.split(/<\/(?:p|div)>/))
    .map((sentence) => sentence.replace(/<[^>]+>/g, ""))
    .filter(Boolean);
}

/** The name that a page greets; null when nobody is signed in. */
export const signedInName = async (visitor: Browser) =>
  /Hi, ([^<]+)</.exec(await pageHtml(visitor.get("/terms")))?.[1] ?? null;

/** The hidden fields of the form that posts to this action. */
export function formFields(html: string, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]* action="${quoted(action)}"[\\s\\S]*?</form>`).exec(html);
  if (!form) throw new Error(`no form posts to ${action}`);
  const inputs = form[0].matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"\/?>/g);
  return Object.fromEntries([...inputs].map(([, name, value]) => [name!, unescaped(value!)]));
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
export const unescaped = (value: string) =>
  value.replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
