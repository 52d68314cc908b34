import { findBookPath } from "~/domain/catalogue/books/book-address.server";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findBook } from "~/domain/catalogue/books/books.server";
import { notOnSale } from "~/domain/catalogue/books/sale/sale";
import { parseId } from "~/domain/kit/ids";
import { alertRequested, WITHDRAWN } from "~/domain/readers/waiting/stock-alerts";
import { stockAlertSchema } from "~/domain/readers/waiting/stock-alerts.schema";
import { requestStockAlert, isWaitingFor, withdrawAlert } from "~/domain/readers/waiting/stock-alerts.server";
import { redirect } from "~/http/answers/redirect.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { requireCustomer } from "~/http/request/guards.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { NOT_OURS } from "~/page-data/spam-guard";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { NamedBook } from "~/ui/pages/named-book";
import { type NotifyAnswer, NotifyForm, TELL_ME } from "~/ui/store/book/notify-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/notify";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TELL_ME) }, { name: "robots", content: "noindex" }];
}

/** The page that shows a refused form again. A book that can be bought redirects to its own page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const id = parseId(params.id);
  const book = id === null ? null : await findBook(readDb, id);
  if (!book) throw notFound();
  if (book.stock > 0 || book.isOutOfPrint) throw redirect(bookPath(book), 303);
  const customer = customerOf(context);
  return {
    book: { id: book.id, title: book.title, cover: book.cover },
    isNew: book.forthcoming !== undefined,
    why: notOnSale(book),
    isWaiting: customer !== null && (await isWaitingFor(readDb, customer, book.id)),
  };
}

/** POST: intent ask (guests send `email`, for customers the account's counts) or withdraw (customers only). */
export async function action({ params, request, context }: Route.ActionArgs) {
  const id = parseId(params.id);
  if (id === null) throw notFound();
  const form = await readForm(request);
  if (form.get("intent") === "withdraw") {
    await withdrawAlert(writeDb, requireCustomer(context, request), id);
    const back = safeRedirect(form.get("redirectTo"), (await findBookPath(readDb, id)) ?? "/wishlist");
    return redirectWithFlash(context, back, { kind: "success", text: WITHDRAWN });
  }
  const customer = customerOf(context);
  const typed = String(form.get("email") ?? "");
  const refused = (errors: string[]): NotifyAnswer => ({ errors, email: typed });
  const parsed = stockAlertSchema.safeParse({ email: customer?.email ?? typed });
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => issue.message);
    return data(refused(errors), { status: 400 });
  }
  const { email } = parsed.data;
  // A customer only presses a button.
  const sender = customer ? "person" : readSender(context, form);
  if (sender === "unknown") return data(refused([NOT_OURS]), { status: 400 });
  const limit = await takeFromLimit("notify", [addressKey(getRequestSession(context).ip), email]);
  if (!limit.allowed) return answerTooMany(limit, (message) => refused([message]));
  if (sender === "program") {
    const book = await findBook(readDb, id);
    if (!book) throw notFound();
    const text = alertRequested(email, book.title, book.forthcoming !== undefined);
    return redirectWithFlash(context, bookPath(book), { kind: "success", text });
  }
  const outcome = await requestStockAlert(writeDb, { bookId: id, email, accountId: customer?.id ?? null });
  if (!outcome.ok && outcome.reason === "not_found") throw notFound();
  const kind = outcome.ok ? "success" : "info";
  return redirectWithFlash(context, await pathOf(id), { kind, text: outcome.message });
}

function customerOf(context: Route.ActionArgs["context"]) {
  const { account } = getRequestSession(context);
  return account?.role === "customer" ? account : null;
}

/** @throws 404 when there is no such book */
async function pathOf(id: number): Promise<string> {
  const path = await findBookPath(readDb, id);
  if (path === null) throw notFound();
  return path;
}

const notFound = () => data("Book Not Found", { status: 404 });

export default function Notify({
  loaderData: { book, isNew, why, isWaiting },
  actionData,
}: Route.ComponentProps) {
  return (
    <AccountPanel title={TELL_ME}>
      <NamedBook book={book}>
        <p className="text-bad font-semibold">{why}</p>
      </NamedBook>
      <NotifyForm bookId={book.id} isWaiting={isWaiting} isNew={isNew} answer={actionData} />
    </AccountPanel>
  );
}
