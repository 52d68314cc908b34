import { parseWithZod } from "@conform-to/zod/v4";
import { data, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm, parseListSearch } from "~/domain/kit/listing/listing";
import { oldAddressesSchema } from "~/domain/front/old-addresses/old-addresses.schema";
import {
  deleteOldAddress,
  findOldAddress,
  listOldAddresses,
  saveOldAddresses,
} from "~/domain/front/old-addresses/old-addresses.server";
import { countOpenMessages } from "~/domain/front/pages/staff-messages.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight, requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { ListIntro } from "~/ui/admin/lists/list-controls";
import { PagesNav } from "~/ui/admin/frame/pages-nav";
import { DeleteForm, ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/addresses";
import { ADDRESS_COLUMNS } from "./address-columns";
import { uploadAddresses } from "./address-file.server";
import { AddressPanel } from "./address-panel";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Old addresses") }];
}

const AWAY = "The addresses could not be saved. Please try again in a moment.";
const GONE = "This old address is no longer there";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const search = parseListSearch<never>(url.searchParams);
  const asked = parseConfirm(url.searchParams, ["delete"]);
  const deleting = asked && (await findOldAddress(readDb, asked.id));
  if (asked && !deleting) throw data(GONE, { status: 404 });
  return {
    search,
    list: await listOldAddresses(readDb, search),
    openMessages: await countOpenMessages(readDb),
    isAdding: url.searchParams.has("add"),
    origin: getRequestSession(context).origin,
    deleting,
  };
}

/** POST: intent add with `lines`, or delete with `id`; or a multipart form with `file`. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireRight(context, "content").id;
  const { origin } = getRequestSession(context);
  const done = (text: string) =>
    redirectWithFlash(context, url.pathname + listHref(url.searchParams), { kind: "success", text });
  const save = async (addresses: Map<string, string>) =>
    done(saved(await saveOldAddresses(writeDb, { addresses, staffId })));
  if (isUpload(request)) return uploadAddresses(request, { origin, away: AWAY, save });
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "add": {
      const schema = oldAddressesSchema(origin);
      const submission = parseWithZod(form, { schema });
      const refusal = formRefusal(submission);
      if (submission.status !== "success") return refusal.invalid();
      return refusal.unlessAway(AWAY, () => save(submission.value.lines), { isOfStaff: true });
    }
    case "delete": {
      const id = parseId(form.get("id"));
      const address = id === null ? null : await deleteOldAddress(writeDb, { id, staffId });
      if (address === null) throw data(GONE, { status: 404 });
      return done(`${address} no longer leads anywhere`);
    }
  }
  throw data("Unknown intent", { status: 400 });
}

const addresses = (count: number) => (count === 1 ? "1 old address" : `${count} old addresses`);

/** @returns e.g. "12 old addresses added, 1 old address changed" */
function saved({ added, changed }: { added: number; changed: number }): string {
  const parts = [added && `${addresses(added)} added`, changed && `${addresses(changed)} changed`];
  return parts.filter(Boolean).join(", ") || "These addresses lead there already";
}

export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  const { search, list, openMessages, isAdding, origin, deleting } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListPage
      title="Old addresses"
      add="Add Old Addresses"
      above={
        <>
          <PagesNav openMessages={openMessages} />
          <ListIntro>
            Links to the site you had before lead to the right page here, for good, so that readers and search
            engines find it.
          </ListIntro>
        </>
      }
    >
      <ListTable
        label="Old addresses"
        columns={ADDRESS_COLUMNS}
        list={list}
        search={search}
        rowKey={({ id }) => id}
        none="No old addresses. Add them if the shop moved here from another site."
        stacks
      />
      {isAdding ? (
        <AddressPanel
          closeTo={listHref(params)}
          origin={origin}
          lastResult={actionData && "result" in actionData ? actionData.result : undefined}
          fileErrors={actionData && "fileErrors" in actionData ? actionData.fileErrors : undefined}
        />
      ) : null}
      {deleting ? (
        <DeleteForm title="Delete Old Address" id={deleting.id}>
          Links to <strong>{deleting.address}</strong> will find no page any more.
        </DeleteForm>
      ) : null}
    </ListPage>
  );
}
