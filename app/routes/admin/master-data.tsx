import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/audit/audit.server";
import { parseId } from "~/domain/ids";
import { listHref, parseListSearch } from "~/domain/listing/listing";
import { MASTER_DATA, type MasterDataEntity, masterDataSchema } from "~/domain/master-data/master-data";
import { findMasterData, listMasterData, saveMasterData } from "~/domain/master-data/master-data.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { ButtonLink } from "~/ui/kit/button";
import { type Column, DataTable } from "~/ui/admin/data-table";
import { ListFooter, ListToolbar } from "~/ui/admin/list-controls";
import { NamePanel } from "~/ui/admin/name-panel";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/master-data";
import { readParam } from "~/domain/search-params";

/** One screen serves every entity of master data; the URL says which. @throws 404 for another URL */
function entityOf(pathname: string): MasterDataEntity {
  const entity = Object.values(MASTER_DATA).find(({ path }) => pathname === `/admin/${path}`);
  if (!entity) throw data(null, { status: 404 });
  return entity;
}

/** @returns null without an id in the URL @throws 404 if no row has the id */
async function rowToEdit(entity: MasterDataEntity, params: URLSearchParams) {
  const typed = readParam(params, "edit");
  if (typed === null) return null;
  const id = parseId(typed);
  const row = id === null ? null : await findMasterData(readDb, entity, id);
  if (!row) throw data(null, { status: 404 });
  return row;
}

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData?.entity.listTitle ?? "Not found") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const entity = entityOf(url.pathname);
  const search = parseListSearch(url.searchParams, ["title"]);
  const editing = await rowToEdit(entity, url.searchParams);
  return {
    entity,
    search,
    list: await listMasterData(readDb, entity, search),
    editing,
    history: editing ? await readAudit(readDb, entity.key, editing.id) : [],
  };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = requireStaff(context);
  const entity = entityOf(url.pathname);
  const editing = await rowToEdit(entity, url.searchParams);
  const submission = parseWithZod(await readForm(request), { schema: masterDataSchema(entity) });
  const refusal = formRefusal(submission);
  if (submission.status !== "success") return refusal.invalid();

  const { name } = submission.value;
  const saved = await saveMasterData(writeDb, entity, { id: editing?.id ?? null, name, staffId: staff.id });
  if (!saved.ok) return refusal.field("name", saved.message);
  return redirectWithFlash(context, url.pathname + listHref(url.searchParams), {
    kind: "success",
    text: saved.message,
  });
}

export default function MasterData({ loaderData, actionData }: Route.ComponentProps) {
  const { entity, search, list, editing, history } = loaderData;
  const [params] = useSearchParams();
  const columns: Column<(typeof list.rows)[number]>[] = [
    {
      title: "Title",
      sort: "title",
      cell: (row) => <bdi>{row.name}</bdi>,
      className: "w-full min-w-40 wrap-anywhere",
    },
    {
      title: "Actions",
      cell: (row) => (
        <Link
          to={listHref(params, { edit: row.id })}
          preventScrollReset
          aria-label={`Edit ${row.name}`}
          className="row-link"
        >
          Edit
        </Link>
      ),
    },
  ];
  return (
    <div className="admin-page">
      <AdminHeading
        aside={
          <ButtonLink to={listHref(params, { add: 1 })} preventScrollReset size="sm">
            Add New {entity.label}
          </ButtonLink>
        }
      >
        {entity.listTitle}
      </AdminHeading>
      <ListToolbar search={search} />
      <DataTable
        label={entity.listTitle}
        columns={columns}
        rows={list.rows}
        rowKey={(row) => row.id}
        sort={search.sort}
        empty={search.q ? undefined : `No ${entity.listTitle.replace(/ List$/, "").toLowerCase()} yet`}
      />
      <ListFooter list={list} />
      {editing || params.has("add") ? (
        <NamePanel
          key={editing?.id ?? "new"}
          entity={entity}
          current={editing}
          lastResult={actionData?.result}
          closeTo={listHref(params)}
          history={editing ? history : undefined}
        />
      ) : null}
    </div>
  );
}
