import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import {
  parseSubscriberSearch,
  SUBSCRIBER_STATE_LABELS,
  SUBSCRIBER_STATES,
  type SubscriberSearch,
} from "~/domain/readers/newsletter/subscribers";
import {
  changeByStaff,
  findSubscriber,
  listSubscribers,
  STAFF_ACTIONS,
} from "~/domain/readers/newsletter/subscribers.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { SelectFilter } from "~/ui/admin/lists/list-controls";
import { IfMay } from "~/ui/admin/frame/rights";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/newsletter";
import { SUBSCRIBER_COLUMNS } from "./subscriber-columns";
import { SubscriberDialog } from "./subscriber-dialog";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Newsletter") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseSubscriberSearch(url.searchParams);
  const [list, asked] = await Promise.all([
    listSubscribers(readDb, search),
    subscriberAskedAbout(url.searchParams),
  ]);
  return { search, list, asked };
}

/** The subscriber of the confirmation dialog; null without one, or if the change was made meanwhile. */
async function subscriberAskedAbout(params: URLSearchParams) {
  const confirm = parseConfirm(params, STAFF_ACTIONS);
  if (!confirm) return null;
  const subscriber = await findSubscriber(readDb, confirm.id);
  if (!subscriber) throw data(null, { status: 404 });
  if (confirm.action === "unsubscribe" && subscriber.state === "unsubscribed") return null;
  return { action: confirm.action, subscriber, audit: await readAudit(readDb, "newsletter", subscriber.id) };
}

/** POST: id and intent, one of `STAFF_ACTIONS`. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = parseId(form.get("id"));
  if (id === null) throw data(null, { status: 404 });
  const intent = STAFF_ACTIONS.find((known) => known === form.get("intent"));
  if (!intent) throw data("Unknown intent", { status: 400 });
  const staffId = requireStaff(context).id;
  const text = await changeByStaff(writeDb, { id, action: intent, staffId });
  if (text === null) throw data(null, { status: 404 });
  return redirectWithFlash(context, `/admin/newsletter${listHref(url.searchParams)}`, {
    kind: "success",
    text,
  });
}

export default function Newsletter({ loaderData: { search, list, asked } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const state = search.state ?? "all";
  return (
    <ListPage
      title="Newsletter"
      aside={
        <IfMay right="exports">
          {/* Without `download`: the answer may be the page that asks for the password again. */}
          <a href={`/admin/newsletter/export${exportQuery(search)}`} className="btn btn-quiet btn-sm">
            Export CSV
          </a>
        </IfMay>
      }
    >
      <ListTable
        label="Newsletter"
        columns={SUBSCRIBER_COLUMNS}
        list={list}
        search={search}
        filters={<SelectFilter label="State" name="state" value={state} options={STATES} hasAll={false} />}
        rowKey={(subscriber) => subscriber.id}
        empty={search.q ? undefined : "No addresses yet"}
        stacks
      />
      {asked ? <SubscriberDialog {...asked} closeTo={listHref(params)} /> : null}
    </ListPage>
  );
}

const exportQuery = ({ q, state }: SubscriberSearch) =>
  `?${new URLSearchParams({ state: state ?? "all", ...(q && { q }) })}`;

/** Confirmed subscribers come first: the list opens with them. */
const STATES = [
  ...SUBSCRIBER_STATES.map((value) => [value, SUBSCRIBER_STATE_LABELS[value]] as const),
  ["all", "All"],
] as const;
