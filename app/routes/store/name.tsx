import { data } from "react-router";
import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { bookPictures } from "~/domain/catalogue/books/pictures/book-pictures.server";
import { findBook } from "~/domain/catalogue/books/books.server";
import { nameIn } from "~/domain/catalogue/names/name-address";
import { NAME_PAGES } from "~/domain/catalogue/names/paged-entities";
import {
  findNamePath,
  findShownName,
  listNameBooks,
  rolesOfAuthor,
} from "~/domain/catalogue/names/name-books.server";
import { canonicalNameList, type NameBooks } from "~/domain/catalogue/names/name-pages";
import { parseNameList } from "~/domain/catalogue/names/name-pages.schema";
import { readNamePage } from "~/domain/catalogue/names/name-pages.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectIfMoved } from "~/http/answers/moved.server";
import { logger } from "~/platform/logger.server";
import "~/styles/name-page.css";
import { LoadFailure } from "~/ui/store/lists/book-list";
import { nameMeta } from "~/ui/frame/meta/name-meta";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { NamePageView } from "~/ui/store/lists/name-page";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/name";

// The page of an author, a publisher, a series or a language.

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData?.shown
    ? nameMeta(matches, { ...loaderData.shown, ...loaderData })
    : [{ title: pageTitle(matches, "Books") }];
}

const notFound = () => data(null, { status: 404 });

/** The page has one address. Any other slug leads there, the id alone, and a name that was merged into this one. */
const toCanonicalAddress: Route.MiddlewareFunction = async ({ url }) => {
  const asked = nameIn(url.pathname);
  const path = asked && (await findNamePath(readDb, asked.folder, asked.id));
  if (path === null) return redirectIfMoved(url);
  if (url.pathname !== path) throw redirect(path + url.search, 301);
};

export const middleware: Route.MiddlewareFunction[] = [toCanonicalAddress];

/** 404 for a name without visible books: a page that says nothing, of a name that visitors may not know yet. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const asked = nameIn(url.pathname);
  if (!asked) throw notFound();
  const { folder, id } = asked;
  const search = parseNameList(folder, url.searchParams);
  try {
    const name = await findShownName(readDb, folder, id);
    if (!name) throw notFound();
    const [about, roles, list] = await Promise.all([
      readNamePage(readDb, NAME_PAGES[folder], id),
      folder === "authors" ? rolesOfAuthor(readDb, id) : [],
      listNameBooks(readDb, folder, id, search),
    ]);
    const { filters } = search;
    const path = list.count > 0 ? canonicalNameList(folder, name, filters, list.page) : null;
    const preview = about.picture ? null : await previewOf(list);
    return {
      shown: { folder, name, about, roles, filters, path, preview },
      ...list,
      books: await withYourPrices(context, list.books),
      failed: false,
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    logger.error({ err: error, path: url.pathname }, "the books of a name could not be loaded");
    const none: NameBooks = { books: [], count: 0, page: 0, nextPage: null };
    return data({ shown: null, ...none, failed: true }, { status: 503 });
  }
}

/** The picture for links to the page of a name that has none: that of its first book. */
async function previewOf({ books: [first] }: NameBooks): Promise<{ path: string; alt: string } | null> {
  const book = first && (await findBook(readDb, first.id));
  const pictures = book && (await bookPictures(readDb, config.coversDir, book));
  return pictures ? { path: pictures.preview, alt: `Cover of ${book!.title}` } : null;
}

export default function Name({ loaderData }: Route.ComponentProps) {
  const { shown } = loaderData;
  if (shown) return <NamePageView key={`${shown.folder} ${shown.name.id}`} {...shown} list={loaderData} />;
  return (
    <div className="page">
      <h1 className="list-head text-3xl">Books</h1>
      <LoadFailure />
    </div>
  );
}
