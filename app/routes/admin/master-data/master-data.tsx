import { data, Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { listHref, parseListSearch } from "~/domain/kit/listing/listing";
import { findDuplicates, listCountedNames } from "~/domain/front/merging/find-duplicates.server";
import { requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm } from "~/http/request/forms/read-form.server";
import { ButtonLink } from "~/ui/kit/button";
import { DataTable } from "~/ui/admin/lists/data-table";
import { NamePanel } from "~/ui/admin/forms/name-panel";
import { AddLink, ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/master-data";
import { removePicture, saveAbout, uploadPicture } from "./about-action.server";
import { readAbout } from "./about-data.server";
import { AboutPanel } from "./about-panel";
import { DeleteDialog } from "./delete-dialog";
import { MergePanel } from "./merge-panel";
import { answerDelete, answerMerge, saveName } from "./name-action.server";
import { nameColumns, pairColumns } from "./name-columns";
import { entityOf, readDeleted, readEdited, readMerge } from "./name-data.server";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData?.entity.listTitle ?? "Not found") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const entity = entityOf(url.pathname);
  const search = parseListSearch(url.searchParams, ["title"]);
  return {
    entity,
    search,
    list: await listCountedNames(readDb, entity, search),
    duplicates: url.searchParams.has("duplicates") ? await findDuplicates(readDb, entity) : null,
    editing: await readEdited(entity, url),
    deleting: await readDeleted(entity, url),
    merge: await readMerge(entity, url),
    about: await readAbout(entity, url),
  };
}

/**
 * POST: the form of ?add= and ?edit=; by intent, the dialog of ?confirm= (delete), the preview of ?merge= (merge), and the
 * forms of ?about=, of which the one for a picture is multipart.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  if (isUpload(request))
    return uploadPicture({ request, url, context, entity: entityOf(url.pathname), staffId });
  const form = await readForm(request);
  const post = { context, url, entity: entityOf(url.pathname), form, staffId };
  switch (form.get("intent")) {
    case null:
      return saveName(post);
    case "delete":
      return answerDelete(post);
    case "merge":
      return answerMerge(post);
    case "save-about":
      return saveAbout(post);
    case "remove-picture":
      return removePicture(post);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function MasterData({ loaderData, actionData }: Route.ComponentProps) {
  const { entity, duplicates, editing, deleting, merge, about } = loaderData;
  const answer = actionData && "result" in actionData ? actionData.result : undefined;
  const [params] = useSearchParams();
  return (
    <ListPage
      title={entity.listTitle}
      aside={
        <span className="flex flex-wrap gap-2">
          {duplicates ? null : (
            <ButtonLink to="?duplicates=1" preventScrollReset size="sm" variant="quiet">
              Look for Duplicates
            </ButtonLink>
          )}
          <AddLink>Add New {entity.label}</AddLink>
        </span>
      }
    >
      {duplicates ? <Duplicates {...loaderData} duplicates={duplicates} /> : <Names {...loaderData} />}
      {editing || params.has("add") ? (
        <NamePanel
          key={editing?.id ?? "new"}
          entity={entity}
          current={editing}
          lastResult={answer}
          closeTo={listHref(params)}
        />
      ) : null}
      {deleting ? <DeleteDialog entity={entity} row={deleting} /> : null}
      {merge ? <MergePanel entity={entity} merge={merge} /> : null}
      {about ? (
        <AboutPanel
          // An uploaded or removed picture shows at once.
          key={`${about.row.id} ${about.page.picture?.id}`}
          about={about}
          lastResult={answer}
          picture={actionData && "pictureErrors" in actionData ? actionData : undefined}
        />
      ) : null}
    </ListPage>
  );
}

type Data = Route.ComponentProps["loaderData"];

const thingsOf = ({ listTitle }: Data["entity"]) => listTitle.replace(/ List$/, "").toLowerCase();

function Names({ entity, search, list }: Data) {
  return (
    <ListTable
      label={entity.listTitle}
      columns={nameColumns(entity)}
      list={list}
      search={search}
      rowKey={(row) => row.id}
      none={`No ${thingsOf(entity)} yet`}
    />
  );
}

/** The pairs of names that are probably the same. */
function Duplicates({ entity, duplicates }: Data & { duplicates: NonNullable<Data["duplicates"]> }) {
  const { pairs, count } = duplicates;
  return (
    <>
      <p className="mb-4">
        Names that differ only in capitals, accents, punctuation, spaces or the order of their words.
        {count > pairs.length
          ? ` The first ${formatCount(pairs.length)} of ${formatCount(count)} are shown.`
          : ""}{" "}
        <Link to={`/admin/${entity.path}`} className="link">
          All {thingsOf(entity)}
        </Link>
      </p>
      <DataTable
        label="Duplicates"
        columns={pairColumns(entity)}
        rows={pairs}
        rowKey={({ gone, stays }) => `${gone.id} ${stays.id}`}
        empty="No two names look the same"
      />
    </>
  );
}
