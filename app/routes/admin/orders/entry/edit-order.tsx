import { Form, useNavigation } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/kit/money";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { whyNotEdited } from "~/domain/sales/orders/edit/edit-order";
import { CREDIT_REASON_MAX, EDIT_NOTE_MAX } from "~/domain/sales/orders/edit/edit-order.schema";
import { copiesOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { type StaffOrder, versionOf } from "~/domain/sales/orders/desk/staff-order";
import { staffOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight } from "~/http/request/guards.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, TextAreaField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Notice } from "~/ui/kit/notice";
import { ShownField } from "~/ui/kit/shown-field";
import { useIsRegistered } from "~/ui/admin/frame/rights";
import { BuyerFields } from "~/ui/orders/buyer-fields";
import { GiftFields } from "~/ui/orders/gift-fields";
import type { Route } from "./+types/edit-order";
import { AddressInputs } from "./address-inputs";
import { AddedBooks, CopiesField } from "./book-lines";
import { type EditAnswer, editAction } from "./edit-action.server";
import { MethodField, methodsOf } from "./method-field";
import { Panel } from "../order-facts";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Change order #${params.orderId}`) }];
}

export async function loader({ params, context }: Route.LoaderArgs) {
  requireRight(context, "refunds");
  const [order, plan] = await Promise.all([staffOrder(params.orderId), readPlan(readDb)]);
  const why = whyNotEdited(order);
  if (why) throw redirectWithFlash(context, `/admin/orders/${order.id}`, { kind: "error", text: why });
  return { order, methods: methodsOf(plan) };
}

/** POST: intent find (or addBook, a book's id), check or save, with the fields of the page. */
export function action({ request, params, context }: Route.ActionArgs) {
  return editAction(request, context, params.orderId);
}

export default function EditOrder({ loaderData: { order, methods }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const listLeft = useListLeft();
  const page = `/admin/orders/${order.id}`;
  const answer: EditAnswer | undefined = actionData;
  const errors = answer?.errors ?? {};
  const shown = (name: string, before: string) => (answer ? (answer.typed[name] ?? before) : before);
  return (
    <div className="admin-page max-w-3xl">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: `Order #${order.id}`, to: page },
          { label: "Change" },
        ]}
      />
      <header className="admin-heading rule">
        <h1>Change order #{order.id}</h1>
      </header>
      <Form method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-8">
        <ShownField shown={versionOf(order)} answered={answer?.version} />
        {answer?.problem ? <Notice kind="error">{answer.problem}.</Notice> : null}
        <Panel title="Books">
          <FieldErrors id="lines" errors={errors.lines} />
          <ul className="divide-line grid divide-y">
            {order.lines.map(({ id, title, unitPrice, quantity }) => (
              <CopiesField
                key={id}
                name={copiesOf(id)}
                title={title}
                note={`${formatRupees(unitPrice)} each · ${quantity} now; 0 takes it off`}
                value={shown(copiesOf(id), String(quantity))}
                errors={errors[copiesOf(id)]}
              />
            ))}
          </ul>
          <AddedBooks
            typed={answer?.typed ?? {}}
            errors={errors}
            added={answer?.added ?? []}
            found={answer?.found ?? null}
          />
          <CheckboxField
            label="Charge today’s prices for the books of before, too"
            name="newPrices"
            defaultChecked={answer?.typed.newPrices !== undefined}
          />
        </Panel>
        <Panel title="Delivery">
          <AddressInputs shown={(name) => shown(name, order.address[name])} errors={errors} required />
          <MethodField
            methods={methods}
            none={`As before${order.delivery ? `: ${order.delivery.method}` : ""}`}
            defaultValue={shown("methodId", "")}
            errors={errors.methodId}
          />
          <CheckboxField
            label={`Charge the same for delivery as before: ${formatRupees(order.totals.shipping)}`}
            name="keepShipping"
            defaultChecked={answer?.typed.keepShipping !== undefined}
          />
          <GiftFields gift={order.gift} answer={answer?.gift} />
          <BuyerFields buyer={order.buyer} answer={answer?.buyer} isRegistered={useIsRegistered()} />
        </Panel>
        <div className="grid gap-4 text-sm">
          {order.paymentWay === "account" ? (
            <TextField
              label="Why the limit is passed"
              hint="Of a change beyond what the customer may owe"
              name="creditReason"
              defaultValue={shown("creditReason", "")}
              errors={errors.creditReason}
              maxLength={CREDIT_REASON_MAX}
              dir="auto"
            />
          ) : null}
          <TextAreaField
            label="Note to the customer (optional)"
            name="note"
            defaultValue={shown("note", "")}
            errors={errors.note}
            maxLength={EDIT_NOTE_MAX}
            rows={2}
            dir="auto"
          />
        </div>
        {/* After the fields: Enter in one of them presses the form's first button, which saves nothing. */}
        {answer?.asked ? <Question order={order} asked={answer.asked} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="check" isBusy={isBusy} variant={answer?.asked ? "quiet" : "primary"}>
            Check the Change
          </Button>
          <ButtonLink to={page} variant="quiet">
            Leave as It Is
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** What the change costs, and the button that saves it. */
function Question({ order, asked }: { order: StaffOrder; asked: NonNullable<EditAnswer["asked"]> }) {
  const { sign, total, refundDue, due } = asked;
  const before = order.totals.total;
  return (
    <section role="status" className="bg-sunken grid gap-3 rounded-md p-4" aria-label="The change">
      <input type="hidden" name="confirmed" value={sign} />
      <dl className="bill">
        <div>
          <dt>Total before</dt>
          <dd>{formatRupees(before)}</dd>
        </div>
        <div className="bill-total">
          <dt>Total</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
        {refundDue > 0 ? (
          <div>
            <dt>Refunded now</dt>
            <dd>{formatRupees(refundDue)}</dd>
          </div>
        ) : null}
        {due > 0 ? (
          <div>
            <dt>{order.paymentWay === "cod" ? "Due at the door" : "Still to be paid"}</dt>
            <dd>{formatRupees(due)}</dd>
          </div>
        ) : null}
      </dl>
      <p className="text-muted text-sm">
        The customer is told by email.
        {due > 0 && order.paymentWay === "online" ? " It has a link to pay the difference." : null}
      </p>
      <div>
        <Button name="intent" value="save" autoFocus>
          Save the Change
        </Button>
      </div>
    </section>
  );
}
