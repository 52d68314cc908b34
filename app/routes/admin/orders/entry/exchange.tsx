import { Form, useNavigation } from "react-router";
import { formatRupees } from "~/domain/kit/money";
import { readId } from "~/domain/kit/search-params";
import { type StaffOrder, versionOf } from "~/domain/sales/orders/desk/staff-order";
import { whyNoExchange } from "~/domain/sales/orders/exchange/exchange";
import { copiesOf, REASON_MAX, restockOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { linesToRefund } from "~/domain/sales/orders/money/refund-lines";
import type { OrderReturn } from "~/domain/sales/orders/returns/returns";
import { staffOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight } from "~/http/request/guards.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Notice } from "~/ui/kit/notice";
import { ShownField } from "~/ui/kit/shown-field";
import type { Route } from "./+types/exchange";
import { AddedBooks, CopiesField } from "./book-lines";
import { type ExchangeAnswer, exchangeAction } from "./exchange-action.server";
import { Panel } from "../order-facts";

export function meta({ matches, params }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, `Exchange books of order #${params.orderId}`) }];
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireRight(context, "refunds");
  const order = await staffOrder(params.orderId);
  const returnId = readId(url.searchParams, "return");
  const returned = order.returns.find(({ id }) => id === returnId);
  const why = whyNoExchange(order, returned);
  if (why) throw redirectWithFlash(context, `/admin/orders/${order.id}`, { kind: "error", text: why });
  // The form's key: sent twice, it exchanges once.
  return { order, returned, key: randomToken(18) };
}

/** POST: intent find (or addBook, a book's id), check or save, with the fields of the page. */
export function action({ request, params, context }: Route.ActionArgs) {
  return exchangeAction(request, context, params.orderId);
}

export default function ExchangeBooks({
  loaderData: { order, returned, key },
  actionData,
}: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const listLeft = useListLeft();
  const page = `/admin/orders/${order.id}`;
  const answer: ExchangeAnswer | undefined = actionData;
  const errors = answer?.errors ?? {};
  const shown = (name: string, before = "") => answer?.typed[name] ?? before;
  const field = (name: string) => ({
    name,
    defaultValue: shown(name),
    errors: errors[name],
    autoComplete: "off",
  });
  return (
    <div className="admin-page max-w-3xl">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: `Order #${order.id}`, to: page },
          { label: "Exchange" },
        ]}
      />
      <header className="admin-heading rule">
        <h1>Exchange books of order #{order.id}</h1>
      </header>
      <Form method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-8">
        <ShownField shown={versionOf(order)} answered={answer?.version} />
        <input type="hidden" name="key" value={shown("key", key)} />
        <input type="hidden" name="confirmed" value={answer?.asked?.sign ?? ""} />
        <input type="hidden" name="returnId" value={returned?.id ?? ""} />
        {answer?.problem ? <Notice kind="error">{answer.problem}.</Notice> : null}
        <Panel title="What is exchanged">
          <FieldErrors id="lines" errors={errors.lines} />
          {returned ? (
            <Returned order={order} returned={returned} />
          ) : (
            <Lines order={order} answer={answer} errors={errors} />
          )}
        </Panel>
        <Panel title="What is sent">
          <AddedBooks
            typed={answer?.typed ?? {}}
            errors={errors.add ? { ...errors, find: errors.add } : errors}
            added={answer?.added ?? []}
            found={answer?.found ?? null}
          />
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <TextField
              label="Delivery (₹)"
              hint="Empty: free"
              {...field("shipping")}
              inputMode="decimal"
              maxLength={15}
            />
            <TextField
              label="Reason (optional)"
              hint="For the shop's history"
              {...field("reason")}
              maxLength={REASON_MAX}
              dir="auto"
            />
          </div>
          <p className="text-muted">
            It is an order of its own, to the same address. What comes back pays for it. What is left is
            refunded; what is missing is asked for by a link.
          </p>
        </Panel>
        {/* After the fields: Enter in one of them presses the form's first button, which exchanges nothing. */}
        {answer?.asked ? <Question asked={answer.asked} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="check" isBusy={isBusy} variant={answer?.asked ? "quiet" : "primary"}>
            Add It Up
          </Button>
          <ButtonLink to={page} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** The button that adds one copy more of a book that comes back to what is sent. */
const SameAgain = ({ bookId, title }: { bookId: number; title: string }) => (
  <Button
    name="addBook"
    value={bookId}
    size="sm"
    variant="quiet"
    aria-label={`Send the same again: ${title}`}
  >
    Send the same again
  </Button>
);

/** The books of a return: all of them, which come back into stock or not when they are received. */
function Returned({ order, returned }: { order: StaffOrder; returned: OrderReturn }) {
  return (
    <>
      <ul className="divide-line grid divide-y">
        {returned.lines.map(({ bookId, title, quantity }) => (
          <li key={bookId} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">
              {quantity} × <bdi className="font-semibold">{title}</bdi>
            </span>
            <SameAgain bookId={bookId} title={title} />
          </li>
        ))}
      </ul>
      <p className="text-muted">
        {returned.state === "received"
          ? "These books have come back."
          : `Whether they go back into stock is asked on the page of order #${order.id}, when they are received.`}
      </p>
    </>
  );
}

/** The copies of the order's lines, and whether they go back into stock. */
function Lines({
  order,
  answer,
  errors,
}: {
  order: StaffOrder;
  answer: ExchangeAnswer | undefined;
  errors: Record<string, string[]>;
}) {
  const lines = linesToRefund(order).filter(({ quantity }) => quantity > 0);
  return (
    <>
      <ul className="divide-line grid divide-y">
        {lines.map(({ id, bookId, title, quantity }) => (
          <li key={id} className="grid gap-1 pb-3">
            <ul>
              <CopiesField
                name={copiesOf(id)}
                title={title}
                note={`of ${quantity}`}
                value={answer?.typed[copiesOf(id)] ?? ""}
                errors={errors[copiesOf(id)]}
              />
            </ul>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <CheckboxField
                label={
                  <>
                    Back into stock<span className="sr-only">: {title}</span>
                  </>
                }
                name={restockOf(id)}
                defaultChecked={answer?.typed[restockOf(id)] !== undefined}
              />
              <SameAgain bookId={bookId} title={title} />
            </div>
          </li>
        ))}
      </ul>
      <p className="text-muted">Tick what has come back and can be sold; the rest is written off.</p>
    </>
  );
}

/** What the exchange comes to, and the button that makes it. */
function Question({ asked }: { asked: NonNullable<ExchangeAnswer["asked"]> }) {
  const { total, paid, due, refund } = asked;
  const rest = due > 0 ? "Still to be paid" : refund > 0 ? "Refunded now" : null;
  return (
    <section role="status" className="bg-sunken grid gap-3 rounded-md p-4" aria-label="The exchange">
      <dl className="bill">
        <div>
          <dt>The new order</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
        <div>
          <dt>Paid by what comes back</dt>
          <dd>{formatRupees(paid)}</dd>
        </div>
        {rest ? (
          <div className="bill-total">
            <dt>{rest}</dt>
            <dd>{formatRupees(due + refund)}</dd>
          </div>
        ) : null}
      </dl>
      <p className="text-muted text-sm">
        The customer is told by email.{due > 0 ? " It has a link to pay the difference." : null}
      </p>
      <div>
        <Button name="intent" value="save" autoFocus>
          Exchange the Books
        </Button>
      </div>
    </section>
  );
}
