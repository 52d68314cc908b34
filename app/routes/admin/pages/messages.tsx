import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import { ACKNOWLEDGE_HOURS } from "~/domain/front/complaints/complaints";
import { acknowledgeComplaint } from "~/domain/front/complaints/complaints.server";
import { MESSAGE_NOT_FOUND, MESSAGE_STATES, parseMessageSearch } from "~/domain/front/pages/staff-messages";
import {
  countOpenMessages,
  deleteMessage,
  listMessages,
  markAnswered,
} from "~/domain/front/pages/staff-messages.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { ListIntro, SelectFilter } from "~/ui/admin/lists/list-controls";
import { IfMay } from "~/ui/admin/frame/rights";
import { PagesNav } from "~/ui/admin/frame/pages-nav";
import { DeleteForm, ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/messages";
import { MESSAGE_COLUMNS } from "./message-columns";

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

/** POST: id and intent: answered, open, complaint, delete. */
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
    case "complaint":
      return {
        isFound: await acknowledgeComplaint(writeDb, { id, staffId }),
        text: "The sender gets the complaint's number by email",
      };
    case "delete":
      return { isFound: await deleteMessage(writeDb, { id, staffId }), text: "Message deleted" };
  }
  return null;
}

const STATES = Object.entries(MESSAGE_STATES);

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { search, list, openMessages, deleting } = loaderData;
  return (
    <ListPage
      title="Messages"
      above={
        <>
          <PagesNav openMessages={openMessages} />
          <ListIntro>
            Messages from the contact forms. Each is deleted a year after it was sent. A complaint is to be
            confirmed within {ACKNOWLEDGE_HOURS} hours and settled within a month.{" "}
            <IfMay right="exports">
              <a href="/admin/pages/messages/complaints" className="link">
                Download all complaints
              </a>
            </IfMay>
          </ListIntro>
        </>
      }
    >
      <ListTable
        label="Messages"
        columns={MESSAGE_COLUMNS}
        list={list}
        search={search}
        filters={<SelectFilter label="State" name="state" value={search.state} options={STATES} />}
        rowKey={(message) => message.id}
        none="No messages yet"
        stacks
        isTall
      />
      {deleting === null ? null : (
        <DeleteForm title="Delete Message" id={deleting}>
          The message is deleted for good, and the copy that was mailed from the shop's records too.
        </DeleteForm>
      )}
    </ListPage>
  );
}
