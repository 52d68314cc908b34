import { data, useSearchParams } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam, readId } from "~/domain/kit/search-params";
import { DELIVERY_NOT_FOUND } from "~/domain/shop/webhooks/deliveries";
import { findDelivery, listDeliveries } from "~/domain/shop/webhooks/deliveries.server";
import { findEndpoint } from "~/domain/shop/webhooks/endpoints.server";
import { DELIVERY_STATUSES, ENDPOINT_NOT_FOUND } from "~/domain/shop/webhooks/webhooks";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { requireRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import type { Route } from "./+types/webhook";
import { DeliveryPanel } from "./webhooks/delivery-panel";
import { DeliveryLog } from "./webhooks/delivery-log";
import {
  answerAgain,
  answerDelete,
  answerRoll,
  answerSave,
  answerSwitch,
  answerTest,
} from "./webhooks/endpoint-action.server";
import { EndpointDialog } from "./webhooks/endpoint-dialogs";
import { EndpointHead } from "./webhooks/endpoint-head";
import { EndpointPanel, MadeSecret } from "./webhooks/endpoint-panel";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Endpoint") }];
}

export const headers: Route.HeadersFunction = accountHeaders;

/** @throws 404 if there is no such endpoint */
async function endpointOf({ endpointId }: Route.LoaderArgs["params"]) {
  const id = parseId(endpointId);
  const endpoint = id === null ? null : await findEndpoint(readDb, id);
  if (!endpoint) throw data(ENDPOINT_NOT_FOUND, { status: 404 });
  return endpoint;
}

const CONFIRMED = ["on", "off", "secret", "delete"] as const;

export async function loader({ url, params, context }: Route.LoaderArgs) {
  requireRight(context, "programs");
  const endpoint = await endpointOf(params);
  const wanted = url.searchParams;
  const status = DELIVERY_STATUSES.find((one) => one === readParam(wanted, "status")) ?? null;
  const search = { ...parseListSearch(wanted), status };
  const opened = readId(wanted, "delivery");
  const delivery = opened && (await findDelivery(readDb, { id: opened, endpointId: endpoint.id }));
  if (opened && !delivery) throw data(DELIVERY_NOT_FOUND, { status: 404 });
  return {
    endpoint,
    search,
    list: await listDeliveries(readDb, endpoint.id, search),
    delivery: delivery || null,
    isEditing: wanted.has("edit"),
    asked: parseConfirm(wanted, CONFIRMED)?.action ?? null,
    history: await readAudit(readDb, "webhook_endpoint", endpoint.id),
  };
}

/** POST: save-endpoint (?edit=), switch-on, switch-off, new-secret, delete (?confirm=), test, send-again (?delivery=). */
export async function action({ request, url, params, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "programs").id;
  const { id } = await endpointOf(params);
  const form = await readForm(request);
  const post = { context, request, form, staffId, closeTo: url.pathname + listHref(url.searchParams) };
  switch (form.get("intent")) {
    case "save-endpoint":
      return answerSave(post, id);
    case "switch-on":
    case "switch-off":
      return answerSwitch(post, id, form.get("intent") === "switch-on");
    case "new-secret":
      return answerRoll(post, id);
    case "delete":
      return answerDelete(post, id);
    case "test":
      return answerTest(post, id);
    case "send-again":
      return answerAgain(post, id);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function EndpointPage({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, search, list, delivery, isEditing, asked, history } = loaderData;
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  const secret = !isEditing && actionData?.made;
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[{ label: "Webhooks", to: "/admin/programs/webhooks" }, { label: new URL(endpoint.url).host }]}
      />
      <EndpointHead endpoint={endpoint} />
      <DeliveryLog list={list} search={search} isPaused={endpoint.state === "paused"} />
      <section aria-labelledby="history" className="mt-10 max-w-3xl min-w-0 text-sm">
        <div className="part-head">
          <h2 id="history">History</h2>
        </div>
        <AuditTrail entries={history} />
      </section>
      {isEditing ? <EndpointPanel endpoint={endpoint} answer={actionData} closeTo={closeTo} /> : null}
      {delivery ? <DeliveryPanel delivery={delivery} endpoint={endpoint} closeTo={closeTo} /> : null}
      {secret ? (
        <MadeSecret {...secret} />
      ) : asked ? (
        <EndpointDialog asked={asked} endpoint={endpoint} closeTo={closeTo} />
      ) : null}
    </div>
  );
}
