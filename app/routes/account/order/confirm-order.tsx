import { data, Form } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { readParam } from "~/domain/kit/search-params";
import { formatDateTime } from "~/domain/kit/dates";
import { dueAtDoorSentence } from "~/domain/sales/orders/paying";
import { confirmByLink, findLinkedOrder } from "~/domain/sales/at-the-door/confirm-order.server";
import { secretLinkHeaders } from "~/http/answers/account-headers.server";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { addressKey, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { AccountPanel } from "~/ui/account/account-panel";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/confirm-order";

export const headers: Route.HeadersFunction = secretLinkHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Confirm your order") }, { name: "robots", content: "noindex" }];
}

/** Changes nothing: mail programs open links on their own, so confirming is a POST. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = readParam(url.searchParams, "token") ?? "";
  const order = await findLinkedOrder(readDb, token);
  return data({ order, token }, order ? {} : { status: 400 });
}

/** POST: `token` confirms the order. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const limit = await takeFromLimit("confirm", [addressKey(session.ip)]);
  if (!limit.allowed) return answerTooMany(limit, (problem) => ({ problem }));
  const outcome = await confirmByLink(writeDb, String(form.get("token") ?? ""));
  if (!outcome.ok) return data({ problem: outcome.message }, { status: 400 });
  return redirectWithFlash(context, "/", { kind: "success", text: outcome.message });
}

export default function ConfirmOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { order, token } = loaderData;
  return (
    <AccountPanel title="Confirm your order">
      {actionData?.problem ? <Notice kind="error">{actionData.problem}</Notice> : null}
      {order ? (
        <Form method="post" className="grid gap-5">
          <input type="hidden" name="token" value={token} />
          <p>
            Order #{order.orderId}: {dueAtDoorSentence(order.dueAtDoor)}. We send it when you have confirmed
            it, until {formatDateTime(order.payBy)}.
          </p>
          <Button>Confirm order</Button>
        </Form>
      ) : (
        <>
          <p>This link has been used already, or its time is over. The order’s page says how it stands.</p>
          <ButtonLink to="/orders">My Orders</ButtonLink>
        </>
      )}
    </AccountPanel>
  );
}
