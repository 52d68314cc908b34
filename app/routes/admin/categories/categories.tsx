import { parseWithZod } from "@conform-to/zod/v4";
import { Link, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  CATEGORY_SORTS,
  type CategoryRow,
  listCategories,
} from "~/domain/catalogue/books/lists/categories.server";
import { formatCount } from "~/domain/kit/counts";
import { listHref, parseListSearch } from "~/domain/kit/listing/listing";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import { saveMasterData } from "~/domain/catalogue/names/master-data.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Column } from "~/ui/admin/lists/data-table";
import { NamePanel } from "~/ui/admin/forms/name-panel";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/categories";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Categories") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseListSearch(url.searchParams, CATEGORY_SORTS);
  return { search, list: await listCategories(readDb, search) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = requireStaff(context);
  const submission = parseWithZod(await readForm(request), { schema: masterDataSchema(MASTER_DATA.tag) });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();
  const { name } = submission.value;
  const saved = await saveMasterData(writeDb, MASTER_DATA.tag, { id: null, name, staffId: staff.id });
  if (!saved.ok) return refusal.field("name", saved.message);
  const to = url.pathname + listHref(url.searchParams);
  return redirectWithFlash(context, to, { kind: "success", text: saved.message });
}

const columns: Column<CategoryRow>[] = [
  {
    title: "Category",
    sort: "name",
    cell: (row) => <bdi>{row.name}</bdi>,
    className: "w-full min-w-24 wrap-anywhere",
  },
  { title: "Books", sort: "books", cell: (row) => formatCount(row.books), isNumber: true },
  { title: "Copies sold", sort: "sold", cell: (row) => formatCount(row.sold), isNumber: true },
  {
    title: "Actions",
    cell: (row) => (
      <Link to={`/admin/booktags?edit=${row.id}`} aria-label={`Edit ${row.name}`} className="row-link">
        Edit
      </Link>
    ),
  },
];

/** The book tags with their numbers of books and of copies sold (docs/product-decisions.md §2.7). */
export default function Categories({ loaderData: { search, list }, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <ListPage title="Categories" add="Add Category">
      <ListTable
        label="Categories"
        columns={columns}
        list={list}
        search={search}
        rowKey={(row) => row.id}
        none="No categories yet"
      />
      {params.has("add") ? (
        <NamePanel
          entity={MASTER_DATA.tag}
          noun="Category"
          current={null}
          lastResult={actionData?.result}
          closeTo={listHref(params)}
        />
      ) : null}
    </ListPage>
  );
}
