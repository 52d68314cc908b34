import { data, Link, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { rightsToGive } from "~/domain/people/api-keys/api-keys";
import { listKeys } from "~/domain/people/api-keys/api-keys.server";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { DataTable } from "~/ui/admin/lists/data-table";
import { ProgramsTabs } from "~/ui/admin/programs/programs-tabs";
import { ListPage } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/programs";
import { answerMake, answerRevoke } from "./key-action.server";
import { KEY_COLUMNS } from "./key-columns";
import { KeyPanel } from "./key-panel";
import { RevokeDialog } from "./revoke-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "API keys") }];
}

export const headers: Route.HeadersFunction = accountHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireRight(context, "programs");
  const keys = await listKeys(readDb);
  const confirm = parseConfirm(url.searchParams, ["revoke"]);
  return {
    keys,
    isAdding: url.searchParams.has("add"),
    rightsToGive: rightsToGive(rights),
    asked: (confirm && keys.find(({ id, revokedAt }) => id === confirm.id && revokedAt === null)) ?? null,
  };
}

/** POST: make-key (?add=), which answers with the key; revoke-key (?confirm=revoke-). */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = requireRight(context, "programs");
  const form = await readForm(request);
  const post = { context, request, form, staff, closeTo: url.pathname + listHref(url.searchParams) };
  switch (form.get("intent")) {
    case "make-key":
      return answerMake(post);
    case "revoke-key":
      return answerRevoke(post);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Programs({ loaderData, actionData }: Route.ComponentProps) {
  const { keys, isAdding, asked, rightsToGive } = loaderData;
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  return (
    <ListPage title="Programs" add="Make a Key" above={<ProgramsTabs />}>
      <p className="mb-4 max-w-prose">
        With an API key a program works in this shop without a person who logs in: bookkeeping, a till, a
        packing station. It may do what you choose, until the key expires or somebody revokes it.{" "}
        <Link to="/api/v1/docs" className="link" reloadDocument>
          API reference
        </Link>
      </p>
      <DataTable
        label="API keys"
        columns={KEY_COLUMNS}
        rows={keys}
        rowKey={(key) => key.id}
        empty="No keys yet"
        stacks
      />
      {isAdding ? <KeyPanel answer={actionData} rights={rightsToGive} closeTo={closeTo} /> : null}
      {asked ? <RevokeDialog apiKey={asked} closeTo={closeTo} /> : null}
    </ListPage>
  );
}
