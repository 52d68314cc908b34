import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findChoices } from "~/domain/catalogue/books/successors.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm, searchTerm } from "~/domain/kit/listing/listing";
import { hasRight } from "~/domain/kit/rights/screens";
import { readParam, readTyped, readId } from "~/domain/kit/search-params";
import {
  answerWantedTitle,
  deleteWantedTitle,
  findWantedTitle,
  listWantedTitles,
} from "~/domain/readers/waiting/staff-wanted.server";
import { parseWantedSearch, WANTED_NOT_FOUND, WANTED_STATES } from "~/domain/readers/waiting/wanted-titles";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { ListIntro, SelectFilter } from "~/ui/admin/lists/list-controls";
import { SearchTabs } from "~/ui/admin/frame/search-tabs";
import { DeleteForm, ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/wanted";
import { WANTED_COLUMNS } from "./wanted-columns";
import { WantedPanel, type WantedPanelData } from "./wanted-panel";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Titles asked for") }];
}

const MAX_TYPED = 100;

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = parseWantedSearch(url.searchParams);
  const maySeePeople = hasRight(requireStaff(context).rights, "customers");
  return {
    search,
    list: await listWantedTitles(readDb, search),
    panel: await readPanel(url.searchParams, maySeePeople),
    deleting: parseConfirm(url.searchParams, ["delete"])?.id ?? null,
  };
}

/** The panel of ?answer=12, with ?find= what it looks for. @throws 404 if nobody waits for it */
async function readPanel(params: URLSearchParams, maySeePeople: boolean): Promise<WantedPanelData | null> {
  const asked = readParam(params, "answer");
  if (asked === null) return null;
  const id = parseId(asked);
  const wanted = id === null ? null : await findWantedTitle(readDb, id);
  if (!wanted) throw data(WANTED_NOT_FOUND, { status: 404 });
  const { emails, ...title } = wanted;
  const typed = params.has("find")
    ? readTyped(params, "find", MAX_TYPED).trim()
    : searchTerm(wanted.title).slice(0, MAX_TYPED);
  const found = await findChoices(readDb, typed);
  return { ...title, people: emails.length, emails: maySeePeople ? emails : null, typed, found };
}

/** POST: the panel of ?answer= (intent answer, with `bookId`), and the dialog of ?confirm= (delete, with `id`). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "catalogue").id;
  const form = await readForm(request);
  const done = (text: string) =>
    redirectWithFlash(context, url.pathname + listHref(url.searchParams), { kind: "success", text });
  switch (form.get("intent")) {
    case "answer": {
      const id = readId(url.searchParams, "answer");
      const bookId = parseId(form.get("bookId"));
      if (id === null || bookId === null) throw data(WANTED_NOT_FOUND, { status: 404 });
      const outcome = await answerWantedTitle(writeDb, { id, bookId, staffId });
      if (outcome.ok) return done(outcome.message);
      if (outcome.reason === "unknown") throw data(outcome.message, { status: 404 });
      return data({ error: outcome.message }, { status: 400 });
    }
    case "delete": {
      const id = parseId(form.get("id"));
      const isFound = id !== null && (await deleteWantedTitle(writeDb, { id, staffId }));
      if (!isFound) throw data(WANTED_NOT_FOUND, { status: 404 });
      return done("The title and who asked for it are deleted");
    }
  }
  throw data("Unknown intent", { status: 400 });
}

const STATES = Object.entries(WANTED_STATES);

/** Titles that visitors asked for because the shop does not have them. */
export default function Wanted({ loaderData, actionData }: Route.ComponentProps) {
  const { search, list, panel, deleting } = loaderData;
  return (
    <ListPage
      title="Shoppers’ searches"
      above={
        <>
          <SearchTabs />
          <ListIntro>
            Titles that visitors asked for where the store has nothing. Choose the book when you have it, and
            everybody who asked is emailed. Requests are deleted after a year, and 90 days after the answer.
          </ListIntro>
        </>
      }
    >
      <ListTable
        label="Titles asked for"
        columns={WANTED_COLUMNS}
        list={list}
        search={search}
        filters={
          <SelectFilter label="State" name="state" value={search.state} options={STATES} hasAll={false} />
        }
        rowKey={({ id }) => id}
        empty={search.q || search.state !== "waiting" ? undefined : "Nobody waits for a title"}
        stacks
      />
      {panel ? <WantedPanel key={panel.id} panel={panel} error={actionData?.error} /> : null}
      {deleting === null ? null : (
        <DeleteForm title="Delete the Title" id={deleting}>
          The title is deleted for good, with the addresses of all who asked for it. They are not told.
        </DeleteForm>
      )}
    </ListPage>
  );
}
