import { data } from "react-router";
import type { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { copiesField, copiesToReturn, whyNoReturn } from "~/domain/sales/orders/returns/returns";
import { returnFromForm, returnSchema } from "~/domain/sales/orders/returns/returns.schema";
import { askForReturn } from "~/domain/sales/orders/returns/returns.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { requireCustomer } from "~/http/request/guards.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { countAction, uncountAction } from "~/http/request/limits/customer-limits.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { ownOrder } from "~/http/answers/own-order.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { Opening } from "~/ui/account/opening";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { ReturnForm, type ReturnFormAnswer } from "~/ui/orders/return-form";
import type { Route } from "./+types/return-request";

const LOGIN_FIRST = "Please login to access your order information";

/** The action's headers: Retry-After, after too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  const title = `Return books of order #${params.orderId}`;
  return [{ title: pageTitle(matches, title) }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const order = await ownOrder(account.id, params.orderId);
  const { returnDays } = await readSettings(readDb);
  const why = whyNoReturn(order, returnDays, new Date());
  if (why) throw redirectWithFlash(context, `/orders/${order.id}`, { kind: "error", text: why });
  return { orderId: order.id, lines: copiesToReturn(order).filter(({ quantity }) => quantity > 0) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const form = await readForm(request);
  const orderId = parseId(params.orderId);
  if (orderId === null) throw data(null, { status: 404 });
  const given = returnFromForm(form);
  const parsed = returnSchema.safeParse(given);
  if (!parsed.success) return refused(form, errorsByField(parsed.error, given));
  const doer = { account, ip: getRequestSession(context).ip };
  const limit = await countAction("return", doer);
  if (!limit.allowed) return answerTooMany(limit, (message) => answerOf(form, { "": [message] }));
  const outcome = await askForReturn(writeDb, { orderId, accountId: account.id, ...parsed.data });
  if (!outcome.ok) await uncountAction("return", doer);
  if (!outcome.ok && outcome.reason === "not_found") throw data(null, { status: 404 });
  if (!outcome.ok && outcome.field) return refused(form, { [outcome.field]: [outcome.message] });
  const kind = outcome.ok ? "success" : "error";
  return redirectWithFlash(context, `/orders/${orderId}`, { kind, text: outcome.message });
}

/** Errors about copies are shown at the field of their book. */
function errorsByField(error: z.ZodError, given: { items: { bookId: number }[] }) {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) {
    const item = path[0] === "items" && typeof path[1] === "number" ? given.items[path[1]] : undefined;
    const name = item ? copiesField(item.bookId) : String(path[0]);
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}

const refused = (form: FormData, errors: Record<string, string[]>) =>
  data(answerOf(form, errors), { status: 400 });

function answerOf(form: FormData, errors: Record<string, string[]>): ReturnFormAnswer {
  const values = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
  return { errors, values };
}

export default function ReturnRequest({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, lines } = loaderData;
  return (
    <div className="page max-w-5xl!">
      <Breadcrumbs
        items={[
          { label: "Home", to: "/" },
          { label: "My Orders", to: "/orders" },
          { label: `Order #${orderId}`, to: `/orders/${orderId}` },
          { label: "Return books" },
        ]}
      />
      <Opening>Return books of order #{orderId}</Opening>
      <ReturnForm orderId={orderId} lines={lines} answer={actionData} />
    </div>
  );
}
