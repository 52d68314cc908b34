import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { exampleMail, readExampleWorld } from "~/domain/opening/mail-examples/mail-examples.server";
import { isMailKind } from "~/domain/shop/mail-words/mail-kinds";
import { LINE_MAX, mailWordsSchema } from "~/domain/shop/mail-words/mail-words";
import { readTyped } from "~/domain/kit/search-params";
import { requireRight } from "~/http/request/guards.server";
import { mailOrigin } from "~/http/request/mail-origin.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/preview";

/** No script, no form and no other site: it shows what a mail program would show. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups";

/** An example of a mail as its reader gets it. ?opening and ?closing: lines that are not saved yet. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireRight(context, "content");
  const kind = params.mail;
  if (!isMailKind(kind)) throw data("There is no such mail.", { status: 404 });
  const { searchParams } = new URL(request.url);
  const typed = ["opening", "closing"].map((name) => [name, readTyped(searchParams, name, 2 * LINE_MAX)]);
  const lines = searchParams.has("opening")
    ? mailWordsSchema(kind).safeParse(Object.fromEntries(typed)).data
    : undefined;
  const { origin } = getRequestSession(context);
  const world = await readExampleWorld(readDb, mailOrigin(origin));
  // Links open beside the page, and the logo comes from here.
  const shown = { ...world, origin };
  const { html } = exampleMail(kind, shown, lines ? { lines } : {});
  return new Response(html.replace("<head>", '<head>\n<base target="_blank">'), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "private, no-store",
    },
  });
}
