import { parseWithZod } from "@conform-to/zod/v4";
import { Fragment } from "react";
import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm, parseListSearch, searchTerm } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";
import { SYNONYM_NOT_FOUND } from "~/domain/catalogue/finding/search-terms/synonyms";
import { synonymSchema } from "~/domain/catalogue/finding/search-terms/synonyms.schema";
import {
  deleteSynonym,
  findSynonym,
  listSynonyms,
  saveSynonym,
} from "~/domain/catalogue/finding/search-terms/synonyms.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { ListIntro } from "~/ui/admin/lists/list-controls";
import { SearchTabs } from "~/ui/admin/frame/search-tabs";
import { DeleteForm, ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/synonyms";
import { SYNONYM_COLUMNS } from "./synonym-columns";
import { SynonymPanel } from "./synonym-panel";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Synonyms") }];
}

const AWAY = "The synonym could not be saved. Please try again in a moment.";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseListSearch<never>(url.searchParams);
  const edit = readParam(url.searchParams, "edit");
  const add = readParam(url.searchParams, "add");
  const confirm = parseConfirm(url.searchParams, ["delete"]);
  return {
    search,
    list: await listSynonyms(readDb, search),
    panel: edit !== null ? await panelOf(edit) : add === null ? null : newWith(add),
    deleting: confirm && (await synonymOf(String(confirm.id))),
  };
}

/** @param phrase the first one, from a search that found nothing; "1" from the button */
const newWith = (phrase: string) => ({
  synonym: null,
  first: phrase === "1" ? "" : searchTerm(phrase),
  history: [],
});

async function panelOf(id: string) {
  const synonym = await synonymOf(id);
  return { synonym, first: "", history: await readAudit(readDb, "search_synonym", synonym.id) };
}

/** @throws 404 if no synonym has this id */
async function synonymOf(text: string) {
  const id = parseId(text);
  const synonym = id === null ? null : await findSynonym(readDb, id);
  if (!synonym) throw data(SYNONYM_NOT_FOUND, { status: 404 });
  return synonym;
}

/** POST: the form of ?add= and ?edit= (intent save), and the dialog of ?confirm= (delete, with `id`). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const form = await readForm(request);
  const done = (text: string) =>
    redirectWithFlash(context, url.pathname + listHref(url.searchParams), { kind: "success", text });
  switch (form.get("intent")) {
    case "save": {
      const submission = parseWithZod(form, { schema: synonymSchema });
      const refusal = formRefusal(submission);
      if (submission.status !== "success") return refusal.invalid();
      const { phrases } = submission.value;
      const edit = readParam(url.searchParams, "edit");
      const id = edit === null ? null : (await synonymOf(edit)).id;
      return refusal.unlessAway(
        AWAY,
        async () => {
          const saved = await saveSynonym(writeDb, { id, phrases, staffId });
          if (saved.ok) return done(saved.message);
          if (saved.reason === "unknown") throw data(saved.message, { status: 404 });
          return refusal.field("phrases", saved.message);
        },
        { isOfStaff: true },
      );
    }
    case "delete": {
      const id = parseId(form.get("id"));
      const phrase = id === null ? null : await deleteSynonym(writeDb, { id, staffId });
      if (phrase === null) throw data(SYNONYM_NOT_FOUND, { status: 404 });
      return done(`The synonym of “${phrase}” is deleted`);
    }
  }
  throw data("Unknown intent", { status: 400 });
}

/** Words that mean the same to the search. */
export default function Synonyms({ loaderData, actionData }: Route.ComponentProps) {
  const { search, list, panel, deleting } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListPage
      title="Shoppers’ searches"
      add="Add Synonym"
      above={
        <>
          <SearchTabs />
          <ListIntro>
            Who searches one word or phrase of a synonym finds the books with the others as well. Spellings
            that sound alike, such as Godan and गोदान, are found without one.
          </ListIntro>
        </>
      }
    >
      <ListTable
        label="Synonyms"
        columns={SYNONYM_COLUMNS}
        list={list}
        search={search}
        rowKey={({ id }) => id}
        none="No synonyms yet"
        stacks
      />
      {panel ? (
        <SynonymPanel
          key={panel.synonym?.id ?? "new"}
          {...panel}
          closeTo={listHref(params)}
          lastResult={actionData?.result}
        />
      ) : null}
      {deleting ? (
        <DeleteForm title="Delete Synonym" id={deleting.id}>
          The search will tell these apart again:{" "}
          {deleting.phrases.map((phrase, at) => (
            <Fragment key={phrase}>
              {at > 0 ? ", " : null}
              <bdi>{phrase}</bdi>
            </Fragment>
          ))}
        </DeleteForm>
      ) : null}
    </ListPage>
  );
}
