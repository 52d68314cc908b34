import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/ids";
import { listHref, parseConfirm } from "~/domain/listing/listing";
import { MESSAGE_NOT_FOUND, MESSAGE_STATES, parseMessageSearch } from "~/domain/pages/staff-messages";
import {
  countOpenMessages,
  deleteMessage,
  listMessages,
  markAnswered,
} from "~/domain/pages/staff-messages.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { AdminHeading } from "~/ui/admin/admin-heading";
import { DataTable } from "~/ui/admin/data-table";
import { FilterButton, ListFooter, ListToolbar, SelectFilter } from "~/ui/admin/list-controls";
import { PagesNav } from "~/ui/admin/pages-nav";
import { pageTitle } from "~/ui/frame/page-title";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import type { Route } from "./+types/messages";
import { MESSAGE_COLUMNS } from "./pages/message-columns";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Messages") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseMessageSearch(url.searchParams);
  return {
    search,
    list: await listMessages(readDb, search),
    openMessages: await countOpenMessages(readDb),
    deleting: parseConfirm(url.searchParams, ["delete"])?.id ?? null,
  };
}

/** POST: id and intent: answered, open, delete. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "content").id;
  const form = await readForm(request);
  const id = parseId(form.get("id"));
  if (id === null) throw data(MESSAGE_NOT_FOUND, { status: 404 });
  const outcome = await carryOut(String(form.get("intent")), id, staffId);
  if (outcome === null) throw data("Unknown intent", { status: 400 });
  if (!outcome.isFound) throw data(MESSAGE_NOT_FOUND, { status: 404 });
  const back = url.pathname + listHref(url.searchParams);
  return redirectWithFlash(context, back, { kind: "success", text: outcome.text });
}

async function carryOut(intent: string, id: number, staffId: number) {
  switch (intent) {
    case "answered":
      return {
        isFound: await markAnswered(writeDb, { id, answered: true, staffId }),
        text: "Marked as answered",
      };
    case "open":
      return {
        isFound: await markAnswered(writeDb, { id, answered: false, staffId }),
        text: "Marked as not answered",
      };
    case "delete":
      return { isFound: await deleteMessage(writeDb, { id, staffId }), text: "Message deleted" };
  }
  return null;
}

const STATES = Object.entries(MESSAGE_STATES);

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { search, list, openMessages, deleting } = loaderData;
  const [params] = useSearchParams();
  return (
    <div className="admin-page">
      <AdminHeading>Messages</AdminHeading>
      <PagesNav openMessages={openMessages} />
      <p className="text-muted mb-3 max-w-prose">
        Messages from the contact forms. Each is deleted a year after it was sent.
      </p>
      <ListToolbar
        search={search}
        filters={
          <>
            <SelectFilter label="State" name="state" value={search.state} options={STATES} />
            <FilterButton />
          </>
        }
      />
      <DataTable
        label="Messages"
        columns={MESSAGE_COLUMNS}
        rows={list.rows}
        rowKey={(message) => message.id}
        empty={search.q || search.state ? undefined : "No messages yet"}
        stacks
        isTall
      />
      <ListFooter list={list} />
      {deleting === null ? null : (
        <ConfirmForm
          title="Delete Message"
          closeTo={listHref(params)}
          button={
            <Button name="intent" value="delete" variant="danger">
              Delete
            </Button>
          }
        >
          <input type="hidden" name="id" value={deleting} />
          <p>The message is deleted for good, and the copy that was mailed from the shop's records too.</p>
        </ConfirmForm>
      )}
    </div>
  );
}
