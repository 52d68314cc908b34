import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { setHidden } from "~/domain/catalogue/book-visibility.server";
import { parseStaffFilters, STAFF_SORTS, visibilityChanged } from "~/domain/catalogue/staff-books";
import { listBooksForStaff } from "~/domain/catalogue/staff-books.server";
import { parseId } from "~/domain/ids";
import { listHref, parseListSearch } from "~/domain/listing/listing";
import { readSettings } from "~/domain/settings/settings.server";
import { waitingByBook } from "~/domain/stock-alerts/stock-alerts.server";
import { requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { ButtonLink } from "~/ui/kit/button";
import { CoverPanel } from "~/ui/admin/cover-panel";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/products";
import { addTypedName, saveBook } from "./products/book-answer.server";
import { BookList } from "./products/book-list";
import { parseRowIntent } from "./products/contributor-rows";
import { changeContributors } from "./products/contributors.server";
import { BookPanel } from "./products/book-panel";
import { ExportPanel } from "./products/export-panel";
import {
  editedBookId,
  nameOfFilter,
  readFormPanel,
  readVisibilityQuestion,
} from "./products/page-data.server";
import { bookOfCoverPanel, coverAction } from "./products/cover-action.server";
import { editionsAction, readEditionsPanel } from "./products/editions-action.server";
import { EditionsPanel } from "./products/editions-panel";
import { SuccessorPanel } from "./products/successor-panel";
import { answerSuccessor, readSuccessorPanel } from "./products/successor.server";
import { VisibilityDialog } from "./products/visibility-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Books") }];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const params = url.searchParams;
  const search = parseListSearch(params, STAFF_SORTS);
  const filters = parseStaffFilters(params);
  const { lowStockMark } = await readSettings(readDb);
  const list = await listBooksForStaff(readDb, { ...search, ...filters, lowStockMark });
  const isScripted = new URL(request.url).pathname.endsWith(".data");
  return {
    search,
    filters,
    of: filters.of ? await nameOfFilter(filters.of) : null,
    lowStockMark,
    list,
    waiting: await waitingByBook(
      readDb,
      list.rows.map((book) => book.id),
    ),
    form: await readFormPanel(params, isScripted),
    question: await readVisibilityQuestion(params),
    cover: await bookOfCoverPanel(url),
    successor: await readSuccessorPanel(params),
    editions: await readEditionsPanel(params),
  };
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
