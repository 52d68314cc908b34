import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page, Request, WorkerInfo } from "@playwright/test";
import { sentForm, type SentForm, type ShownForm, shownForms } from "./form-keys";
import { formsInHtml } from "./html-forms";

/** A line of a recording. */
export interface Recorded {
  /** "file: title" */
  journey: string;
  seen:
    | { kind: "shown"; form: ShownForm; page: string }
    /** By a browser without scripts. */
    | { kind: "sent"; form: SentForm }
    /** By the scripts of a page. */
    | { kind: "posted by script"; form: SentForm };
}

type Info = Pick<WorkerInfo, "project" | "workerIndex">;

/** The folder of a run's recordings, one file for each worker. Playwright empties it when a run begins. */
export const recordingsOf = ({ project }: Info) => path.join(project.outputDir, "forms");

/** Records the forms that a worker's browser loads and sends: in the context of each journey and in those it opens. */
export class FormRecorder {
  readonly #info: Info;
  readonly #browser: Browser;
  readonly #origin: string;
  readonly #isScripted: boolean;
  readonly #lines = new Map<string, Recorded>();
  readonly #documents: Promise<{ journey: string; url: string; html: string }>[] = [];
  #journey = "";

  constructor(browser: Browser, info: Info) {
    this.#info = info;
    this.#browser = browser;
    this.#origin = new URL(info.project.use.baseURL!).origin;
    this.#isScripted = info.project.use.javaScriptEnabled !== false;
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const context = await newContext(options);
      const isScripted = options?.javaScriptEnabled ?? this.#isScripted;
      this.#listen(context, isScripted);
      if (!isScripted) context.on("page", (page) => void this.#listenForSearches(page).catch(() => {}));
      return context;
    };
  }

  /** Records the page of a journey. @param journey "file: title" @returns to be called at its end */
  async follow(page: Page, journey: string): Promise<() => Promise<void>> {
    this.#journey = journey;
    this.#listen(page.context(), this.#isScripted);
    const session = this.#isScripted ? undefined : await this.#listenForSearches(page);
    // The next journey uses the same page.
    return async () => session?.detach().catch(() => {});
  }

  /** Records the forms of a page that a journey has asked for without a browser. */
  read(url: string, html: string) {
    this.#documents.push(Promise.resolve({ journey: this.#journey, url, html }));
  }

  /** Writes the recording of this worker. */
  async write() {
    const documents = await Promise.all(this.#documents);
    // An empty page: the policy of the shop's pages reports style attributes in parsed HTML as errors.
    const parser = await this.#browser.newPage();
    const forms = await parser.evaluate(
      formsInHtml,
      documents.map(({ html }) => formsOnly(html)),
    );
    await parser.close();
    for (const [index, { journey, url }] of documents.entries()) {
      const page = new URL(url).pathname;
      for (const form of forms[index]!.flatMap((one) => shownForms(one, url)))
        this.#note({ kind: "shown", form, page }, journey);
    }
    const folder = recordingsOf(this.#info);
    mkdirSync(folder, { recursive: true });
    const lines = [...this.#lines.values()].map((line) => JSON.stringify(line));
    writeFileSync(path.join(folder, `${this.#info.workerIndex}.jsonl`), lines.join("\n"));
  }

  #note(seen: Recorded["seen"], journey = this.#journey) {
    const key = JSON.stringify([seen.kind, seen.form]);
    if (!this.#lines.has(key)) this.#lines.set(key, { journey, seen });
  }

  #listen(context: BrowserContext, isScripted: boolean) {
    // Not the event "response", which would be reported for each file of a page.
    context.on("request", (request) => {
      if (!request.url().startsWith(`${this.#origin}/`)) return;
      if (request.isNavigationRequest()) this.#documents.push(documentOf(request, this.#journey));
      if (request.method() !== "POST") return;
      if (isScripted) this.#note({ kind: "posted by script", form: postIn(request) });
      else if (request.isNavigationRequest()) this.#note({ kind: "sent", form: postIn(request) });
    });
  }

  /** A form sent by GET looks like a link to Playwright; Chromium reports the difference. */
  async #listenForSearches(page: Page) {
    const session = await page.context().newCDPSession(page);
    session.on("Page.frameRequestedNavigation", ({ reason, url }) => {
      if (reason !== "formSubmissionGet") return;
      this.#note({ kind: "sent", form: sentForm("GET", url, page.url(), new URL(url).searchParams) });
    });
    await session.send("Page.enable");
    return session;
  }
}

/** Parsing whole pages would take ten times as long. A control outside of its form needs the whole page. */
const formsOnly = (html: string) =>
  / form="/.test(html) ? html : (html.match(/<form[\s>].*?<\/form>/gs) ?? []).join("");

/** The HTML is empty if it is none, or if the browser left the page before it could be read. */
async function documentOf(request: Request, journey: string) {
  const response = await request.response().catch(() => null);
  const isHtml = response?.headers()["content-type"]?.startsWith("text/html");
  const html = isHtml ? await response!.text().catch(() => "") : "";
  return { journey, url: request.url(), html };
}

function postIn(request: Request): SentForm {
  // React Router's scripts post to the URL of the page with this suffix.
  const url = request.url().replace(/\.data(?=\?|$)/, "");
  return sentForm("POST", url, request.frame().url(), fieldsOf(request));
}

/** The fields of a posted form; null if unknown: the browser does not report a body with a file. */
function fieldsOf(request: Request): [name: string, value: string][] | null {
  const type = request.headers()["content-type"] ?? "";
  const body = request.postData();
  if (type.startsWith("application/x-www-form-urlencoded")) return [...new URLSearchParams(body ?? "")];
  if (!type.startsWith("multipart/")) return [];
  const fields = body?.matchAll(/name="([^"]+)"(?:; filename=.*\r\n.*)?\r\n\r\n(.*)\r\n/g);
  return fields ? [...fields].map(([, name, value]) => [name!, value!]) : null;
}
