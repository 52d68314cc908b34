import { leadOnIfMoved } from "~/http/answers/moved.server";
import { findBookPath } from "~/domain/catalogue/book-address.server";
import { bookIdOf, bookPath } from "~/domain/catalogue/book-address";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, isRouteErrorResponse, redirect } from "react-router";
import { config } from "~/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { bookFacts } from "~/domain/catalogue/book-facts";
import { RECORD_KEYS } from "~/domain/catalogue/book-record";
import { findBook } from "~/domain/catalogue/books.server";
import { findGoneBook } from "~/domain/catalogue/successors.server";
import { type BookDetails, RECOMMENDED, type ShelfBook, shelfBook } from "~/domain/catalogue/catalogue";
import { perCatalogueVersion } from "~/domain/catalogue/catalogue-memo.server";
import { toIsbn13 } from "~/domain/catalogue/isbn";
import { languageTag } from "~/domain/catalogue/language-tags";
import { DELIVERY_DAYS } from "~/domain/orders/orders";
import { recommendBooks } from "~/domain/catalogue/recommendations.server";
import { deliveryDate, deliveryLine } from "~/domain/checkout/delivery";
import type { OfferRules } from "~/domain/checkout/offer-terms";
import { moreByAuthor, placeInSeries } from "~/domain/name-pages/book-neighbours.server";
import { visibleEditions } from "~/domain/editions/editions.server";
import { parseId } from "~/domain/ids";
import { findLegalPage } from "~/domain/pages/pages.server";
import type { Settings } from "~/domain/settings/settings";
import { bookPictures } from "~/domain/catalogue/book-pictures.server";
import { type Review, REVIEW_SAVED } from "~/domain/reviews/reviews";
import { reviewSchema } from "~/domain/reviews/reviews.schema";
import { countStars, listReviews, saveReview } from "~/domain/reviews/reviews.server";
import { readSettings } from "~/domain/settings/settings.server";
import { SENT_TOO_QUICKLY } from "~/page-data/spam-guard";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { countDeed } from "~/http/request/customer-limits.server";
import { readSender } from "~/http/request/spam-guard.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { withServerOnly } from "~/http/answers/server-only-fields.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";
import styles from "~/styles/book-page.css?url";
import { BookPage, type ShownBook } from "~/ui/store/book-page";
import { GoneBook } from "~/ui/store/gone-book";
import { ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { ErrorPage } from "~/ui/frame/error-page";
import { bookMeta } from "~/ui/frame/page-meta";
import { pageTitle } from "~/ui/frame/page-title";
import type { ReviewAnswer } from "~/ui/store/review-form";
import type { Route } from "./+types/book";
import { readParam } from "~/domain/search-params";

const REVIEWS_SHOWN = 10;

/** The action's headers: Retry-After, after too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: pageTitle(matches, "Book Not Found") }];
  return bookMeta(matches, loaderData);
}

/** The page has one address. Any other slug leads there, and the id alone does. A hidden book leads to its successor. */
const toCanonicalAddress: Route.MiddlewareFunction = async ({ params, request, url }) => {
  if (request.method !== "GET" && request.method !== "HEAD") return;
  const id = parseId(bookIdOf(params.id));
  const path = id === null ? null : await findBookPath(readDb, id);
  if (path === null) {
    await leadOnIfMoved(url);
    const gone = id === null ? null : await findGoneBook(readDb, id);
    // Browsers ask again: staff may show the book again, or choose another one.
    if (gone?.successor)
      throw redirect(bookPath(gone.successor), { status: 301, headers: { "Cache-Control": "no-cache" } });
    return;
  }
  if (url.pathname !== path) throw redirect(path + url.search, 301);
};

export const middleware: Route.MiddlewareFunction[] = [toCanonicalAddress];

export async function loader({ params, url, request, context }: Route.LoaderArgs) {
  const id = parseId(bookIdOf(params.id));
  const book = id === null ? null : await findBook(readDb, id);
  if (!book) throw id !== null && (await findGoneBook(readDb, id)) ? await noLongerSold(id) : notFound();
  const session = getRequestSession(context);
  session.noteRecent(request, book.id);
  const { ownOfBook } = await session.pageFacts(url.pathname);
  const reviewsPage = Math.max(0, Math.trunc(Number(readParam(url.searchParams, "reviews"))) || 0);
  const settings = await perCatalogueVersion(readDb, "settings", () => readSettings(readDb));
  const window = { offset: reviewsPage * REVIEWS_SHOWN, limit: REVIEWS_SHOWN };
  const reviews = (await listReviews(readDb, book.id, window)).map(shownReview);
  const moreBy = (await moreByAuthor(readDb, book)).map(shelfBook).map(({ authors: _one, ...more }) => more);
  const shown = moreBy.map((one) => one.id);
  const page = {
    book: withServerOnly({ ...book, rating: Math.round(book.rating * 100) / 100 }, RECORD_OF_BOOK),
    facts: bookFacts(book),
    editions: await visibleEditions(readDb, book.id),
    place: await placeInSeries(readDb, book),
    moreBy,
    mostCopies: settings.mostCopies,
    // Kept pages are dropped at midnight in India, so that the date stays true.
    delivery: deliveryLine(settings, book.salePrice ?? book.price, deliveryDate(new Date(), [book]), [book]),
    reviews,
    starCounts: book.ratingCount > 0 ? await countStars(readDb, book.id) : [],
    reviewsPage,
    hasOlder: (reviewsPage + 1) * REVIEWS_SHOWN < book.ratingCount,
    tab: readParam(url.searchParams, "tab"),
    url: session.origin + bookPath(book),
    // For the head, where search engines and link previews read.
    pictures: await bookPictures(readDb, config.coversDir, book),
    isbn13: book.isbn13 && toIsbn13(book.isbn13),
    languageTag: languageTag(book.language.name),
    offer: await offerRules(settings),
    // The rest depends on the logged-in customer.
    alsoLike:
      session.account?.showRecommendations === false
        ? []
        : (await recommendBooks(readDb, [book.id], RECOMMENDED.book, shown)).map(shelfBook),
    own: ownOfBook ? { ...ownOfBook, isWaiting: book.stock === 0 && ownOfBook.isWaiting } : null,
  };
  return withServerOnly(page, ["isbn13", "offer"]);
}

/** What the list shows of a review, to keep the page's data small: its time to the minute. */
const shownReview = ({ bookId: _bookId, writtenAt, ...review }: Review) => ({
  ...review,
  writtenAt: `${writtenAt.slice(0, "2026-01-31T06:00".length)}Z`,
});

const LISTS_OF_RECORD = ["contributors", "series", "originalLanguage", "thema", "bisac"] satisfies Exclude<
  keyof BookDetails,
  keyof ShownBook
>[];
/** What `facts` says in words, and search engines read in the head (`ShownBook` is without it). */
const RECORD_OF_BOOK = /* @__PURE__ */ [...RECORD_KEYS, ...LISTS_OF_RECORD].filter(
  (key) => key !== "subtitle",
);

/** The answer for a book that was in the store. It says nothing of the book: staff may have had to hide all of it. */
async function noLongerSold(bookId: number) {
  const similar = (await recommendBooks(readDb, [bookId], RECOMMENDED.book)).map(shelfBook);
  return data({ similar }, { status: 410 });
}

async function offerRules({ shippingThreshold, shippingFee, returnDays }: Settings): Promise<OfferRules> {
  const hasOwnTerms = await perCatalogueVersion(
    readDb,
    "own terms",
    async () => (await findLegalPage(readDb, "terms")) !== null,
  );
  return { shippingThreshold, shippingFee, returnDays, hasOwnTerms, deliveryDays: DELIVERY_DAYS };
}

/** POST: writes the customer's review, replacing an earlier one. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const id = parseId(bookIdOf(params.id));
  if (id === null) throw notFound();
  const form = await readForm(request);
  const submission = parseWithZod(form, { schema: reviewSchema });
  const refused = (errors: ReviewAnswer["errors"]): ReviewAnswer => {
    const typed = (name: string) => String(form.get(name) ?? "");
    return { errors, rating: typed("rating"), remarks: typed("remarks") };
  };
  if (submission.status !== "success") return data(refused(submission.error ?? {}), { status: 400 });
  const sender = readSender(context, form);
  if (sender === "too-quick") return data(refused({ "": [SENT_TOO_QUICKLY] }), { status: 400 });
  if (sender === "program") return reviewSaved(context, params.id);
  const limit = await countDeed("review", { account, ip: getRequestSession(context).ip });
  if (!limit.allowed) return answerTooMany(limit, (message) => refused({ "": [message] }));
  const outcome = await saveReview(writeDb, { bookId: id, accountId: account.id, ...submission.value });
  if (!outcome.ok) throw notFound();
  return reviewSaved(context, params.id);
}

/** @param part of the address, which names the book */
const reviewSaved = (context: Route.ActionArgs["context"], part: string) =>
  redirectWithFlash(context, `/books/${encodeURIComponent(part)}?tab=reviews#tabs`, {
    kind: "success",
    text: REVIEW_SAVED,
  });

export default function Book({ loaderData, actionData }: Route.ComponentProps) {
  return <BookPage key={loaderData.book.id} {...loaderData} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 410)
    return <GoneBook similar={(error.data as { similar: ShelfBook[] }).similar} />;
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
    <div className="page py-16!">
      <EmptyState title="Book Not Found" level="h1">
        <p className="text-muted">It may have been withdrawn, or the link may be mistyped.</p>
        <ButtonLink to="/books">Browse All Books</ButtonLink>
      </EmptyState>
    </div>
  );
}

const notFound = () => data("Book Not Found", { status: 404 });
