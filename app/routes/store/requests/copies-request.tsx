import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { largeOrder } from "~/domain/sales/cart/copies-limit";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { findBook } from "~/domain/catalogue/books/books.server";
import { parseId } from "~/domain/kit/ids";
import { sendContactMessage } from "~/domain/front/pages/contact.server";
import {
  COPIES_REQUEST_MAX,
  copiesMessage,
  copiesRequestSchema,
} from "~/domain/front/pages/copies-request.schema";
import { readParam } from "~/domain/kit/search-params";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { countAction } from "~/http/request/limits/customer-limits.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { holdBack } from "~/http/request/limits/hold-back.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { CopiesRequestForm } from "~/ui/pages/copies-request-form";
import { NamedBook } from "~/ui/pages/named-book";
import type { Route } from "./+types/copies-request";

export const headers: Route.HeadersFunction = accountHeaders;

const TITLE = "Ask for more copies";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, TITLE) }, { name: "robots", content: "noindex" }];
}

/** `copies` in the query fills in the number. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { id, title, cover } = await bookOf(params.id);
  const { account } = getRequestSession(context);
  const isCustomer = account?.role === "customer";
  return {
    book: { id, title, cover },
    copies:
      readParam(url.searchParams, "copies", COPIES_REQUEST_MAX.copies)?.replace(/\D/g, "") ||
      String(largeOrder((await readSettings(readDb)).mostCopies)),
    sender: isCustomer
      ? { name: `${account.firstName} ${account.lastName}`.trim(), email: account.email }
      : null,
  };
}

/** POST: sends the request to the shop as a contact form does, with the same limits. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const book = await bookOf(params.id);
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: copiesRequestSchema });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const { name, email, copies, phone, note } = submission.value;
  const sender = readSender(context, form);
  if (sender === "unknown") return refusal.notOurs();
  const held = await holdBack(getRequestSession(context).ip, form);
  if (!held.allowed) return refusal.tooMany(held);
  const { ip, account, origin } = getRequestSession(context);
  const limit = await countAction("contact", { ip, account, email });
  if (!limit.allowed) return refusal.tooMany(limit);
  return refusal.unlessAway(NOT_SENT, async () => {
    const authors = book.authors.map((author) => author.name);
    const message = copiesMessage(
      { ...book, authors, url: origin + bookPath(book) },
      { copies, phone, note },
    );
    const asked = { bookId: book.id, copies, phone };
    if (sender === "person")
      await sendContactMessage(writeDb, { name, email, orderNumber: "", message, asked });
    return redirectWithFlash(context, bookPath(book), { kind: "success", text: SENT });
  });
}

const SENT = "Thank you! Your request has been sent. We answer by email.";
const NOT_SENT = "Your request could not be sent. Please try again in a moment.";

/** @throws 404 when there is no such book */
async function bookOf(part: string) {
  const id = parseId(part);
  const book = id === null ? null : await findBook(readDb, id);
  if (!book) throw data("Book Not Found", { status: 404 });
  return book;
}

export default function CopiesRequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { book, copies, sender } = loaderData;
  return (
    <AccountPanel
      title={TITLE}
      lead="For a school, a library or a shop: tell us how many, and we answer with price and delivery."
    >
      <NamedBook book={book} />
      <CopiesRequestForm copies={copies} sender={sender} lastResult={actionData?.result} />
    </AccountPanel>
  );
}
