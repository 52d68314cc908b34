import { data } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { confirmItem, sendTestMail, testKeys } from "~/domain/opening/checklist/checks.server";
import { CONFIRMABLE, OPENING_ITEMS } from "~/domain/opening/checklist/opening";
import { closingSchema } from "~/domain/shop/settings/closing";
import { readClosedNote, saveClosedNote, whyNoOrders } from "~/domain/shop/settings/closing.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireFormRight, requireStaff } from "~/http/request/guards.server";
import { mailSite } from "~/http/request/mail-site.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/opening";
import { Checklist } from "./checklist";
import { type ClosingAnswer, ClosingForm } from "./closing-form";
import { openingItems } from "./opening-data.server";

const PAGE = "/admin/opening";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Opening the shop") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return {
    items: await openingItems(context),
    whyNoOrders: await whyNoOrders(readDb),
    closedNote: await readClosedNote(readDb),
    demo: config.isDemo,
  };
}

/** POST: confirm (with `item`), test-keys, test-mail, close (with `note`) and open. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  const { id: staffId, email } = requireFormRight(context, intent);
  const done = (text: string) => redirectWithFlash(context, PAGE, { kind: "success", text });
  switch (intent) {
    case "confirm": {
      const item = CONFIRMABLE.find((one) => one === form.get("item"));
      if (!item) throw data("This step cannot be confirmed.", { status: 400 });
      await confirmItem(writeDb, { item, staffId });
      return done(`Confirmed: ${OPENING_ITEMS[item].label}`);
    }
    case "test-keys": {
      const { ok, message } = await testKeys(writeDb, shopGateway(), staffId);
      return redirectWithFlash(context, PAGE, { kind: ok ? "success" : "error", text: message });
    }
    case "test-mail":
      await sendTestMail(writeDb, { staffId, email }, await mailSite(getRequestSession(context)));
      return done(`A test mail to ${email} is on its way`);
    case "close":
      return close(form, staffId, done);
    case "open":
      return reopen(form, staffId, done);
  }
  throw data("Unknown intent", { status: 400 });
}

type Done = (text: string) => Response;

const refuse = (answer: ClosingAnswer) => data(answer, { status: 400 });
const shownIn = (form: FormData) => textField(form, "shown") || null;

async function close(form: FormData, staffId: number, done: Done) {
  const typed = textField(form, "note");
  const shown = shownIn(form);
  const parsed = closingSchema.safeParse({ note: typed });
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => issue.message);
    return refuse({ errors, note: typed, shown });
  }
  const saved = await saveClosedNote(writeDb, { staffId, note: parsed.data.note, shown });
  if (saved.ok) return done("The shop is closed for orders");
  return refuse({ errors: [meanwhile(saved.current)], note: typed, shown: saved.current });
}

async function reopen(form: FormData, staffId: number, done: Done) {
  const saved = await saveClosedNote(writeDb, { staffId, note: null, shown: shownIn(form) });
  if (saved.ok) return done("The shop takes orders again");
  return refuse({ errors: [meanwhile(saved.current)], note: saved.current ?? "", shown: saved.current });
}

const meanwhile = (current: string | null) =>
  current === null
    ? "Somebody else has opened the shop meanwhile. Send again to close it."
    : `Somebody else has changed it meanwhile to “${current}”. Send again to replace that.`;

export default function Opening({ loaderData, actionData }: Route.ComponentProps) {
  const { items, closedNote, demo } = loaderData;
  const left = items.filter(({ isDone }) => !isDone).length;
  return (
    <div className="admin-page">
      <AdminHeading>Opening the shop</AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        <Notice kind={loaderData.whyNoOrders === null ? "success" : "info"} isSilent>
          {loaderData.whyNoOrders === null ? "The shop takes orders." : loaderData.whyNoOrders}{" "}
          {left === 0
            ? "Every step is done."
            : `${left} of ${items.length} steps ${left === 1 ? "is" : "are"} left.`}
          {demo ? " This is a demo shop, which needs none of them." : ""}
        </Notice>
        <Checklist items={items} />
        <ClosingForm closedNote={closedNote} answer={actionData} />
      </div>
    </div>
  );
}
