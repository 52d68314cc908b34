import { redirect } from "~/http/answers/redirect.server";
import { redirectIfMoved } from "~/http/answers/moved.server";
import { findBookPath } from "~/domain/catalogue/books/book-address.server";
import { bookIdOf, bookPath } from "~/domain/catalogue/books/book-address";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, isRouteErrorResponse } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { bookFacts } from "~/domain/catalogue/books/record/book-facts";
import { RECORD_KEYS } from "~/domain/catalogue/books/record/book-record";
import { findBook } from "~/domain/catalogue/books/books.server";
import { findGoneBook } from "~/domain/catalogue/books/successors.server";
import { type BookDetails, RECOMMENDED, shelfBook } from "~/domain/catalogue/books/lists/catalogue";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { languageTag } from "~/domain/catalogue/books/record/language-tags";
import { recommendBooks } from "~/domain/catalogue/books/lists/shelves/recommendations.server";
import { deliveryDate, deliveryLine, returnsLine } from "~/domain/sales/checkout/delivery";
import { cachedPlan } from "~/domain/sales/delivery/cached-plan.server";
import { type PinBox, pinAnswer } from "~/domain/sales/delivery/pin-answer";
import { quoteItems } from "~/domain/sales/delivery/quote.server";
import { type WantedPin, wantedPin } from "~/http/request/pin-cookie.server";
import type { OfferRules } from "~/domain/sales/checkout/offer-terms";
import { moreByAuthor, placeInSeries } from "~/domain/catalogue/names/book-neighbours.server";
import { visibleEditions } from "~/domain/catalogue/editions/editions.server";
import { parseId } from "~/domain/kit/ids";
import { NAME_PAGES } from "~/domain/catalogue/names/paged-entities";
import type { NamedRow } from "~/domain/kit/master-data";
import { readNamePages } from "~/domain/catalogue/names/name-pages.server";
import { findLegalPage } from "~/domain/front/pages/pages.server";
import type { Settings } from "~/domain/shop/settings/settings";
import { bookPictures } from "~/domain/catalogue/books/pictures/book-pictures.server";
import { type Review, REVIEW_SAVED } from "~/domain/readers/reviews/reviews";
import { reviewSchema } from "~/domain/readers/reviews/reviews.schema";
import { countStars, listReviews, saveReview } from "~/domain/readers/reviews/reviews.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { NOT_OURS } from "~/page-data/spam-guard";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { countAction } from "~/http/request/limits/customer-limits.server";
import { holdBack } from "~/http/request/limits/hold-back.server";
import { readSender } from "~/http/request/limits/spam-guard.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { withServerOnly } from "~/http/answers/server-only-fields.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { withYourPrices, withYourSteps } from "~/http/request/your-prices.server";
import { getRequestSession } from "~/http/request/request-session.server";
import "~/styles/book-page.css";
import { BookPage, type ShownBook } from "~/ui/store/book/book-page";
import { GoneBook, type GoneBookData } from "~/ui/store/book/gone-book";
import { ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { ErrorPage } from "~/ui/frame/error-page";
import { bookMeta } from "~/ui/frame/meta/book-meta";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { ReviewAnswer } from "~/ui/store/book/review-form";
import type { Route } from "./+types/book";
import { readParam, readNumber } from "~/domain/kit/search-params";

const REVIEWS_SHOWN = 10;

/** The action's headers: Retry-After, after too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export function meta({ matches, loaderData, error }: Route.MetaArgs): Route.MetaDescriptors {
  if (loaderData) return bookMeta(matches, loaderData);
  const refusal = isRouteErrorResponse(error) ? REFUSED[error.status] : undefined;
  // The page of any other error has its own title.
  return refusal ? [{ title: pageTitle(matches, refusal) }] : [];
}

const REFUSED: Record<number, string> = { 404: "Book Not Found", 410: "No longer available" };

/** The page has one address. Any other slug leads there, and the id alone does. A hidden book leads to its successor. */
const toCanonicalAddress: Route.MiddlewareFunction = async ({ params, request, url }) => {
  if (request.method !== "GET" && request.method !== "HEAD") return;
  const id = parseId(bookIdOf(params.id));
  const path = id === null ? null : await findBookPath(readDb, id);
  if (path === null) {
    await redirectIfMoved(url);
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
  const priced = await withYourSteps(context, book);
  const reviewsPage = readNumber(url.searchParams, "reviews") ?? 0;
  const window = { offset: reviewsPage * REVIEWS_SHOWN, limit: REVIEWS_SHOWN };
  // Side by side: on PostgreSQL each question alone is a round trip.
  const [
    ownOfBook,
    settings,
    reviews,
    ownNames,
    editions,
    place,
    starCounts,
    pictures,
    hasOwnTerms,
    shelves,
    plan,
  ] = await Promise.all([
    session.ownOfBook(book.id),
    perCatalogueVersion(readDb, "settings", () => readSettings(readDb)),
    listReviews(readDb, book.id, window),
    ownNamesOf([book.language, ...book.furtherLanguages]),
    visibleEditions(readDb, book.id),
    placeInSeries(readDb, book),
    book.ratingCount > 0 ? countStars(readDb, book.id) : [],
    bookPictures(readDb, config.coversDir, book),
    readHasOwnTerms(),
    shelvesBelow(book, session.account?.showRecommendations !== false),
    cachedPlan(readDb),
  ]);
  const page = {
    book: withServerOnly({ ...priced, rating: Math.round(book.rating * 100) / 100 }, RECORD_OF_BOOK),
    facts: bookFacts(book, ownNames),
    editions: await withYourPrices(context, editions),
    place,
    moreBy: await withYourPrices(context, shelves.moreBy),
    mostCopies: settings.mostCopies,
    // Cached pages are dropped at midnight in India, so that the date stays true.
    delivery: plan.isOn
      ? returnsLine(settings)
      : deliveryLine(
          settings,
          priced.yourPrice ?? book.salePrice ?? book.price,
          deliveryDate(settings, new Date(), [book]),
          [book],
        ),
    pinBox:
      plan.isOn && book.stock > 0
        ? await pinBoxOf(book.id, wantedPin(request, url, session, ownOfBook?.home), session.account?.id)
        : null,
    reviews: reviews.map(shownReview),
    starCounts,
    reviewsPage,
    hasOlder: (reviewsPage + 1) * REVIEWS_SHOWN < book.ratingCount,
    tab: readParam(url.searchParams, "tab"),
    url: session.origin + bookPath(book),
    // For the head, where search engines and link previews read.
    pictures,
    isbn13: book.isbn13 && toIsbn13(book.isbn13),
    languageTag: languageTag(book.language.name),
    offer: offerRules(settings, hasOwnTerms, plan.isOn),
    // The rest depends on the logged-in customer.
    alsoLike: await withYourPrices(context, shelves.alsoLike),
    own: ownOfBook && {
      review: ownOfBook.review,
      isWished: ownOfBook.isWished,
      isWaiting: book.stock === 0 && ownOfBook.isWaiting,
    },
  };
  return withServerOnly(page, ["isbn13", "offer", "pictures"]);
}

/** What one copy costs to send, and when it comes. */
async function pinBoxOf(
  bookId: number,
  { pin, typed, problem }: WantedPin,
  accountId?: number,
): Promise<PinBox> {
  const items = [{ bookId, quantity: 1 }];
  return {
    pin: typed,
    problem,
    lines: pin === null ? [] : pinAnswer(await quoteItems(readDb, { pin, items, accountId })),
  };
}

/** More by its author, and books like it that are not among these; none where the customer wants no recommendations. */
async function shelvesBelow(book: Parameters<typeof moreByAuthor>[1], hasRecommended: boolean) {
  const more = (await moreByAuthor(readDb, book)).map(shelfBook);
  const ids = more.map(({ id }) => id);
  const like = hasRecommended ? await recommendBooks(readDb, [book.id], RECOMMENDED.book, ids) : [];
  return { moreBy: more.map(({ authors: _one, ...shown }) => shown), alsoLike: like.map(shelfBook) };
}

/** Their names in their own script, as staff wrote them. */
async function ownNamesOf(languages: NamedRow[]) {
  const pageOf = await readNamePages(
    readDb,
    NAME_PAGES.languages,
    languages.map(({ id }) => id),
  );
  return (id: number) => pageOf(id).nativeName;
}

/** What the list shows of a review: its time to the minute, to keep the page's data small, and no part of an address. */
const shownReview = ({ bookId: _bookId, maskedEmail: _email, writtenAt, ...review }: Review) => ({
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
async function noLongerSold(bookId: number, review?: GoneBookData["review"]) {
  const similar = (await recommendBooks(readDb, [bookId], RECOMMENDED.book)).map(shelfBook);
  return data<GoneBookData>({ similar, review }, { status: 410 });
}

const readHasOwnTerms = () =>
  perCatalogueVersion(readDb, "own terms", async () => (await findLegalPage(readDb, "terms")) !== null);

const offerRules = (
  { shippingThreshold, shippingFee, returnDays, deliveryDays }: Settings,
  hasOwnTerms: boolean,
  hasPlan: boolean,
): OfferRules => ({ shippingThreshold, shippingFee, returnDays, hasOwnTerms, deliveryDays, hasPlan });

const GONE_MEANWHILE = "This book is no longer available, so your review could not be saved";

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
  if (sender === "unknown") return data(refused({ "": [NOT_OURS] }), { status: 400 });
  const held = await holdBack(getRequestSession(context).ip, form);
  if (!held.allowed) return answerTooMany(held, (message) => refused({ "": [message] }));
  if (sender === "program") return reviewSaved(context, params.id);
  const limit = await countAction("review", { account, ip: getRequestSession(context).ip });
  if (!limit.allowed) return answerTooMany(limit, (message) => refused({ "": [message] }));
  const outcome = await saveReview(writeDb, { bookId: id, accountId: account.id, ...submission.value });
  if (outcome.ok) return reviewSaved(context, params.id);
  if (!(await findGoneBook(readDb, id))) throw notFound();
  throw await noLongerSold(id, { remarks: submission.value.remarks, error: GONE_MEANWHILE });
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
    return <GoneBook {...(error.data as GoneBookData)} />;
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
