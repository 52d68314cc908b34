import path from "node:path";
import { type Browser, type BrowserContext, expect, type Request, type TestInfo } from "@playwright/test";
import { FORMS, journeyOf } from "./forms";

/** A form that a browser has sent: as a page of its own, which is how it goes without scripts. */
interface Sent {
  method: string;
  pathname: string;
  fields: URLSearchParams;
  /** With a file in it the browser does not say what was posted. */
  isMultipart: boolean;
}

/** Takes down each form that is sent from now on, by whichever browser of the test. */
export function takeDownForms(browser: Browser, context: BrowserContext): { sent: Sent[]; stop(): void } {
  const sent: Sent[] = [];
  const listen = (to: BrowserContext) => to.on("request", (request) => sent.push(...formIn(request)));
  listen(context);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const another = await newContext(options);
    listen(another);
    return another;
  };
  return {
    sent,
    stop() {
      browser.newContext = newContext;
    },
  };
}

function formIn(request: Request): Sent[] {
  if (!request.isNavigationRequest()) return [];
  const { pathname, searchParams } = new URL(request.url());
  const method = request.method();
  if (method === "GET") return [{ method, pathname, fields: searchParams, isMultipart: false }];
  const isMultipart = request.headers()["content-type"]?.startsWith("multipart/") ?? false;
  const body = request.postData() ?? "";
  const fields = new URLSearchParams(isMultipart ? "" : body);
  for (const [, name, value] of isMultipart ? body.matchAll(/name="([^"]+)"\r\n\r\n(.*)\r\n/g) : [])
    fields.append(name!, value!);
  return [{ method, pathname, fields, isMultipart }];
}

/** A journey that is named for forms in the list has sent each of them. */
export function expectFormsSent(test: TestInfo, sent: Sent[]) {
  const journey = `${path.basename(test.file, ".spec.ts")}: ${test.title}`;
  const missing = FORMS.filter((form) => journeyOf(form) === journey).filter(
    ({ sends }) => !sent.some((one) => isSent(sends, one)),
  );
  expect(
    missing.map(({ does, sends }) => `${does}: ${sends}`),
    "the forms this journey is named for in e2e/forms.ts",
  ).toEqual([]);
}

function isSent(sends: string, { method, pathname, fields, isMultipart }: Sent): boolean {
  const [wanted, at, ...given] = sends.split(" ");
  const path = new RegExp(`^${at!.replaceAll(":id", "\\d+")}$`);
  if (method !== wanted || !path.test(pathname)) return false;
  return given.every((field) => {
    if (field === "multipart") return isMultipart;
    const [name, value] = field.split("=") as [string, string | undefined];
    return value === undefined ? fields.has(name) : fields.getAll(name).includes(value);
  });
}
