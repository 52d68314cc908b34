import { data, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { listHref } from "~/domain/kit/listing/listing";
import { listEndpoints } from "~/domain/shop/webhooks/deliveries.server";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { DataTable } from "~/ui/admin/lists/data-table";
import { ProgramsTabs } from "~/ui/admin/programs/programs-tabs";
import { ListPage } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/webhooks";
import { answerSave } from "./webhooks/endpoint-action.server";
import { ENDPOINT_COLUMNS } from "./webhooks/endpoint-columns";
import { EndpointPanel } from "./webhooks/endpoint-panel";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Webhooks") }];
}

export const headers: Route.HeadersFunction = accountHeaders;

export async function loader({ url, context }: Route.LoaderArgs) {
  requireRight(context, "programs");
  return { endpoints: await listEndpoints(readDb), isAdding: url.searchParams.has("add") };
}

/** POST: save-endpoint (?add=), which answers with the endpoint's secret. */
export async function action({ request, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "programs").id;
  const form = await readForm(request);
  if (form.get("intent") !== "save-endpoint") throw data("Unknown intent", { status: 400 });
  return answerSave({ context, request, form, staffId, closeTo: "" }, null);
}

export default function Webhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoints, isAdding } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListPage title="Programs" add="Add an Endpoint" above={<ProgramsTabs />}>
      <p className="mb-4 max-w-prose">
        The shop tells other servers what has happened: it posts each event that you choose to the address of
        an endpoint, signed with a secret, and tries again for three days while the server does not answer.
      </p>
      <DataTable
        label="Endpoints"
        columns={ENDPOINT_COLUMNS}
        rows={endpoints}
        rowKey={(endpoint) => endpoint.id}
        empty="No endpoints yet"
        stacks
      />
      {isAdding ? <EndpointPanel endpoint={null} answer={actionData} closeTo={listHref(params)} /> : null}
    </ListPage>
  );
}
