import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type RequestHandler, RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import type { ShopDatabase } from "~/db/database.server";
import { requestInfoContext } from "~/http/request/request-info.server";
import { logger } from "~/platform/logger.server";

/** Rendered before the process listens. The other pages use most of the same code. */
const FIRST = "/";
/** The pages whose first answer would take longest, beside that of a book. */
const LATER = ["/books", "/categories", "/bestsellers", "/books?q=kitab", "/terms", "/login"];
/** The pause between two of them, in which requests are answered. */
const PAUSE_MS = 20;

/**
 * Renders the main pages of a new process once, and throws them away: code that runs for the first time takes several times
 * as long, and so do the counts that are cached until the catalogue changes.
 * @returns `first`: resolves when the home page is rendered; `warmRest` renders the others
 */
export function warmUp(render: RequestHandler, { read }: ShopDatabase) {
  const stop = new AbortController();
  const stopping = stop.signal;
  const origin = config.baseUrl ?? "http://localhost";

  async function visit(path: string): Promise<void> {
    const context = new RouterContextProvider();
    const nonce = randomBytes(16).toString("base64");
    context.set(requestInfoContext, { requestId: randomUUID(), ip: "", origin, nonce, saveData: false });
    const response = await render(new Request(`${origin}${path}`), context);
    const moved = response.status === 301 ? response.headers.get("Location") : null;
    await response.text();
    if (moved) await visit(new URL(moved, origin).pathname);
  }

  const tryVisit = (path: string) =>
    visit(path).catch((error: unknown) => logger.debug({ err: error, path }, "a page was not warmed up"));

  async function visitOthers() {
    const book = await read
      .selectFrom("books")
      .select("id")
      .where("hidden", "=", 0)
      .limit(1)
      .executeTakeFirst();
    for (const path of book ? [`/books/${book.id}`, ...LATER] : LATER) {
      await delay(PAUSE_MS, undefined, { ref: false });
      if (stopping.aborted) return;
      await tryVisit(path);
    }
  }

  return {
    first: tryVisit(FIRST),
    warmRest: () =>
      void visitOthers().catch((error: unknown) => logger.debug({ err: error }, "no page was warmed up")),
    stop: () => stop.abort(),
  };
}
