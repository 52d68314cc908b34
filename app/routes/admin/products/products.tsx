import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import {
  parseStaffFilters,
  STAFF_SORTS,
  visibilityChanged,
} from "~/domain/catalogue/books/staff/staff-books";
import { listBooksForStaff } from "~/domain/catalogue/books/staff/staff-books.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseListSearch } from "~/domain/kit/listing/listing";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { waitingByBook } from "~/domain/readers/waiting/stock-alerts.server";
import { requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { ButtonLink } from "~/ui/kit/button";
import { CoverPanel } from "~/ui/admin/pictures/cover-panel";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/products";
import { addTypedName, saveBook } from "./form/book-answer.server";
import { BookList } from "./book-list";
import { parseRowIntent } from "./form/contributor-rows";
import { changeContributors } from "./form/contributors.server";
import { BookPanel } from "./form/book-panel";
import { ExportPanel } from "./export-panel";
import { editedBookId, nameOfFilter, readFormPanel, readVisibilityQuestion } from "./page-data.server";
import { bookOfCoverPanel, coverAction } from "./cover-action.server";
import { editionsAction, readEditionsPanel } from "./editions-action.server";
import { EditionsPanel } from "./editions-panel";
import { SuccessorPanel } from "./successor-panel";
import { answerSuccessor, readSuccessorPanel } from "./successor.server";
import { VisibilityDialog } from "./visibility-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Books") }];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const params = url.searchParams;
  const search = parseListSearch(params, STAFF_SORTS);
  const filters = parseStaffFilters(params);
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  const readList = async () => {
    const { lowStockMark } = await readSettings(readDb);
    const list = await listBooksForStaff(readDb, { ...search, ...filters, lowStockMark });
    const ids = list.rows.map((book) => book.id);
    return { lowStockMark, list, waiting: await waitingByBook(readDb, ids) };
  };
  const [shown, of, form, question, cover, successor, editions] = await Promise.all([
    readList(),
    filters.of ? nameOfFilter(filters.of) : null,
    readFormPanel(params, isScripted),
    readVisibilityQuestion(params),
    bookOfCoverPanel(url),
    readSuccessorPanel(params),
    readEditionsPanel(params),
  ]);
  return { search, filters, ...shown, of, form, question, cover, successor, editions };
}

/**
 * POST: the cover dialog (?cover=); by intent, the book form (?add=, ?edit=), the visibility dialog (?confirm=),
 * ?successor= and ?editions=.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (isUpload(request)) return coverAction({ request, url, context });
  const form = await readForm(request);
  const post = { context, form, staffId: requireStaff(context).id };
  const closeTo = url.pathname + listHref(url.searchParams);
  const rowStep = parseRowIntent(form.get("intent"));
  if (rowStep) return changeContributors(post, rowStep);
  switch (form.get("intent")) {
    case "save-book":
      return saveBook(post, editedBookId(url.searchParams), closeTo);
    case "find-authors":
      return addTypedName(post, "authors", false);
    case "new-authors":
      return addTypedName(post, "authors", true);
    case "find-tags":
      return addTypedName(post, "tags", false);
    case "new-tags":
      return addTypedName(post, "tags", true);
    case "find-languages":
      return addTypedName(post, "languages", false);
    case "new-languages":
      return addTypedName(post, "languages", true);
    case "link-edition":
      return editionsAction(post, "link-edition", url);
    case "unlink-edition":
      return editionsAction(post, "unlink-edition", url);
    case "pool-reviews":
      return editionsAction(post, "pool-reviews", url);
    case "hide-book":
      return changeVisibility(post, true, closeTo);
    case "show-book":
      return changeVisibility(post, false, closeTo);
    case "set-successor":
    case "clear-successor":
      return answerSuccessor(post, url.searchParams, closeTo);
  }
  throw data("Unknown intent", { status: 400 });
}

async function changeVisibility(
  { context, form, staffId }: Parameters<typeof saveBook>[0],
  hidden: boolean,
  closeTo: string,
) {
  const bookId = parseId(form.get("bookId"));
  const title = bookId === null ? null : await setHidden(writeDb, { bookId, hidden, staffId });
  if (title === null) throw data(null, { status: 404 });
  const text = visibilityChanged(title, hidden);
  return redirectWithFlash(context, closeTo, { kind: "success", text });
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { form, question, cover, successor, editions } = loaderData;
  const [params] = useSearchParams();
  const { search, filters } = loaderData;
  const { lowStock, visibility, release, of } = filters;
  const isFiltered = Boolean(search.q || search.sort || lowStock || visibility || release || of);
  const refusedPicture = actionData && "pictureErrors" in actionData ? actionData : undefined;
  const refusedCover = actionData && "coverErrors" in actionData ? actionData : undefined;
  const refusedSuccessor = actionData && "successorError" in actionData ? actionData : undefined;
  const refusedEdition = actionData && "editionErrors" in actionData ? actionData.editionErrors : undefined;
  const refusedBook = actionData && "result" in actionData ? actionData : undefined;
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <span className="flex flex-wrap justify-end gap-2">
            <ButtonLink to="/admin/appearance/featured" variant="quiet" size="sm">
              Featured Books
            </ButtonLink>
            <ButtonLink to="/admin/imports" variant="quiet" size="sm">
              Import Books
            </ButtonLink>
            <ButtonLink to={listHref(params, { export: 1 })} preventScrollReset variant="quiet" size="sm">
              Export
            </ButtonLink>
            <ButtonLink to={listHref(params, { add: 1 })} preventScrollReset size="sm">
              Add New Book
            </ButtonLink>
          </span>
        }
      >
        Books
      </AdminHeading>
      <BookList {...loaderData} />
      {form ? <BookPanel key={form.book?.id ?? "new"} form={form} answer={refusedBook} /> : null}
      {editions ? <EditionsPanel key={editions.book.id} panel={editions} errors={refusedEdition} /> : null}
      {question ? <VisibilityDialog book={question} /> : null}
      {params.has("export") ? <ExportPanel count={loaderData.list.count} isFiltered={isFiltered} /> : null}
      {successor ? <SuccessorPanel panel={successor} error={refusedSuccessor?.successorError} /> : null}
      {cover ? (
        <CoverPanel
          book={cover}
          closeTo={listHref(params)}
          errors={refusedCover?.coverErrors}
          refusedPicture={refusedPicture}
        />
      ) : null}
    </div>
  );
}
