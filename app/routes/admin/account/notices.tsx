import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { noticesSchema } from "~/domain/shop/notices/notices.schema";
import { findNoticeRecipient, saveNoticeChoices } from "~/domain/shop/notices/notice-choices.server";
import { parseId } from "~/domain/kit/ids";
import { readParam } from "~/domain/kit/search-params";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { NoticeForm } from "~/ui/admin/shop/notice-form";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/notices";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, titleOf(loaderData)) }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { accountId, isOwn } = personOf(url, context);
  const person = await findNoticeRecipient(readDb, accountId);
  if (!person) throw data(NO_SUCH_PERSON, { status: 404 });
  return { person, isOwn };
}

/** Without ?of= it is one's own page; the pages of others are for those who may change staff. */
function personOf(url: URL, context: Readonly<RouterContextProvider>) {
  const { id } = requireStaff(context);
  const of = readParam(url.searchParams, "of");
  if (of === null || of === String(id)) return { accountId: id, staffId: id, isOwn: true };
  requireRight(context, "staff");
  return { accountId: parseId(of) ?? 0, staffId: id, isOwn: false };
}

const NO_SUCH_PERSON = "Nobody of this number works here";

/** POST: the events to be told about. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const { accountId, staffId } = personOf(url, context);
  const submission = parseWithZod(await readForm(request), { schema: noticesSchema });
  if (submission.status !== "success") throw data("Unknown event", { status: 400 });
  const isSaved = await saveNoticeChoices(writeDb, { accountId, staffId, ...submission.value });
  if (!isSaved) throw data(NO_SUCH_PERSON, { status: 404 });
  return redirectWithFlash(context, url.pathname + url.search, {
    kind: "success",
    text: "Your choice has been saved",
  });
}

const titleOf = (loaded: Awaited<ReturnType<typeof loader>> | undefined) =>
  loaded && !loaded.isOwn ? `Mails to ${loaded.person.name}` : "Mails to you";

export default function Notices({ loaderData }: Route.ComponentProps) {
  const { person, isOwn } = loaderData;
  const { choices, email } = person;
  return (
    <div className="admin-page">
      <AdminHeading>{titleOf(loaderData)}</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8 *:first:border-t-0 *:first:pt-0">
        <FormGroup title="What the shop writes about">
          {choices.length > 0 ? (
            <>
              <p>
                The mails go to <strong className="wrap-anywhere">{email}</strong>.
              </p>
              <NoticeForm key={JSON.stringify(choices)} choices={choices} />
            </>
          ) : (
            <p>
              {isOwn ? "Your job does not let you" : "The job of this person does not let them"} read anything
              that the shop writes mails about.
            </p>
          )}
        </FormGroup>
      </div>
    </div>
  );
}
