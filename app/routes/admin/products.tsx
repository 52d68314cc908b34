import { data, Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listHref } from "~/domain/listing/listing";
import { isUpload } from "~/http/read-form.server";
import { Cover } from "~/ui/cover";
import { CoverPanel } from "~/ui/cover-panel";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import { bookOfCoverPanel, coverAction } from "./products/cover-action.server";
import type { Route } from "./+types/products";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Books") }];
}

export async function loader({ url }: Route.LoaderArgs) {
  const books = await readDb
    .selectFrom("books")
    .select(["id", "title", "cover"])
    .orderBy("id", "desc")
    .limit(10)
    .execute();
  const coverBook = await bookOfCoverPanel(url);
  return { books, coverBook, closeTo: listHref(url.searchParams) };
}

export async function action(args: Route.ActionArgs) {
  if (isUpload(args.request)) return coverAction(args);
  throw data(null, { status: 400 });
}

export default function Books({ loaderData, actionData }: Route.ComponentProps) {
  const { books, coverBook, closeTo } = loaderData;
  return (
    <div className="page">
      <PageHeading>Books</PageHeading>
      <ul className="grid gap-3">
        {books.map((book) => (
          <li key={book.id}>
            <Link to={`?cover=${book.id}`} preventScrollReset className="flex items-center gap-3">
              <span className="w-10">
                <Cover cover={book.cover} title={book.title} width={160} sizes="2.5rem" />
              </span>
              {book.title}
            </Link>
          </li>
        ))}
      </ul>
      {coverBook ? <CoverPanel book={coverBook} closeTo={closeTo} errors={actionData?.coverErrors} /> : null}
    </div>
  );
}
