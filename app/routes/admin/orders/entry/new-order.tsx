import { Form, useNavigation } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { readId } from "~/domain/kit/search-params";
import { findCustomer } from "~/domain/people/accounts/customers.server";
import { readPlan } from "~/domain/sales/delivery/plan.server";
import { discountRows } from "~/domain/sales/coupons/coupon-words";
import { CODE_MAX } from "~/domain/sales/coupons/coupons";
import {
  STAFF_NOTE_MAX,
  STAFF_PAYMENT_LABELS,
  STAFF_PAYMENTS,
} from "~/domain/sales/orders/by-staff/staff-order.schema";
import { lastBuyer } from "~/domain/sales/orders/buyer/last-buyer.server";
import { requestedCopies } from "~/domain/sales/quotations/requested-copies.server";
import { VALID_DAYS } from "~/domain/sales/quotations/quotations";
import { requireRight } from "~/http/request/guards.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Button, ButtonLink } from "~/ui/kit/button";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Notice } from "~/ui/kit/notice";
import { QrCode } from "~/ui/kit/qr-code";
import { useIsRegistered } from "~/ui/admin/frame/rights";
import { BuyerFields } from "~/ui/orders/buyer-fields";
import { GiftFields } from "~/ui/orders/gift-fields";
import type { Route } from "./+types/new-order";
import { AddressInputs } from "./address-inputs";
import { AddedBooks } from "./book-lines";
import { CustomerFields } from "./customer-fields";
import { askedForm } from "./desk-form.server";
import { type NewOrderAnswer, newOrderAction } from "./new-order-action.server";
import { MethodField, methodsOf } from "./method-field";
import { Panel } from "../order-facts";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "New order") }];
}

/** `customer`: for whom it is. `message`: a request for many copies, which fills in the form. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireRight(context, "dispatch");
  const message = rights.includes("content") ? readId(url.searchParams, "message") : null;
  const asked = message === null ? null : await requestedCopies(readDb, message);
  const id = asked ? asked.customerId : readId(url.searchParams, "customer");
  const customer = id === null ? null : await findCustomer(readDb, id);
  const address = customer?.addresses[0] ?? null;
  const buyer = customer ? await lastBuyer(readDb, customer.id) : null;
  const who = customer && { id: customer.id, name: customer.name, email: customer.email };
  // The form's key: sent twice, it places one order.
  return {
    customer: who,
    address,
    // A quotation that answers a request for many copies.
    asked: asked && (await askedForm(asked, address !== null)),
    buyer,
    methods: methodsOf(await readPlan(readDb)),
    key: randomToken(18),
    validUntil: indianDate(new Date(), VALID_DAYS),
  };
}

/** POST: intent find (or addBook, a book's id), findCustomer (or chooseCustomer, an id), otherCustomer, check, save or quote, with the fields of the page. */
export function action({ request, context }: Route.ActionArgs) {
  return newOrderAction(request, context);
}

export default function NewOrder({
  loaderData: { customer, address, asked, buyer, methods, key, validUntil },
  actionData,
}: Route.ComponentProps) {
  const isBusy = useNavigation().state === "submitting";
  const listLeft = useListLeft();
  const answer: NewOrderAnswer | undefined = actionData;
  const errors = answer?.errors ?? {};
  const given = answer ?? asked;
  const shown = (name: string, before = "") => given?.typed[name] ?? before;
  const field = (name: string, before = "") => ({
    name,
    defaultValue: shown(name, before),
    errors: errors[name],
    autoComplete: "off",
  });
  const who = answer ? answer.customer : customer;
  const isSent = given ? given.typed.to === "address" : address !== null;
  return (
    <div className="admin-page max-w-3xl">
      <Breadcrumbs
        items={[
          { label: "Admin", to: "/admin" },
          { label: "Orders", to: listLeft("/admin/orders") },
          { label: "New order" },
        ]}
      />
      <header className="admin-heading rule">
        <h1>New order</h1>
      </header>
      <Form method="post" preventScrollReset noValidate className="grid grid-cols-1 gap-8">
        <input type="hidden" name="key" value={shown("key", key)} />
        {answer?.problem ? <Notice kind="error">{answer.problem}.</Notice> : null}
        <Panel title="Books">
          <FieldErrors id="lines" errors={errors.lines} />
          <AddedBooks
            typed={given?.typed ?? {}}
            errors={errors}
            added={given?.added ?? []}
            found={answer?.found ?? null}
            hasDiscounts
          />
          <div className="grid items-end gap-5 has-aria-invalid:items-start sm:grid-cols-2">
            <TextField label="Discount on all (%)" {...field("discount")} inputMode="decimal" maxLength={7} />
            <TextField
              label="Why"
              hint="Needed with a discount"
              {...field("discountReason")}
              maxLength={200}
              dir="auto"
            />
            <TextField
              label="Coupon code"
              hint="Taken off what remains after discounts"
              {...field("coupon")}
              maxLength={CODE_MAX}
            />
          </div>
        </Panel>
        <Panel title="Customer">
          <CustomerFields customer={who} people={answer?.people ?? null} field={field} />
        </Panel>
        <Panel title="Delivery">
          {/* Who is chosen brings an address along. */}
          <CheckboxField
            key={who?.id}
            label="Send it to an address"
            name="to"
            value="address"
            defaultChecked={isSent}
          />
          <p className="text-muted text-sm">Otherwise it is handed over at the counter now.</p>
          <details open={isSent || Object.keys(addressSchema.shape).some((name) => errors[name])}>
            <summary className="link w-fit py-1">Address</summary>
            <div className="mt-3">
              <AddressInputs shown={(name) => shown(name, address?.[name] ?? "")} errors={errors} />
            </div>
          </details>
          <MethodField
            methods={methods}
            none="The cheapest"
            defaultValue={shown("methodId")}
            errors={errors.methodId}
          />
          <GiftFields gift={null} answer={answer?.gift} />
          <BuyerFields buyer={buyer} answer={answer?.buyer} isRegistered={useIsRegistered()} />
        </Panel>
        <Panel title="Payment">
          <div className="grid items-end gap-5 has-aria-invalid:items-start sm:grid-cols-2">
            <SelectField label="How" {...field("payment", "cash")}>
              {STAFF_PAYMENTS.map((way) => (
                <option key={way} value={way}>
                  {STAFF_PAYMENT_LABELS[way]}
                </option>
              ))}
            </SelectField>
            <TextField
              label="Reference"
              hint="Of a UPI payment or transfer"
              {...field("reference")}
              maxLength={60}
            />
            <TextField
              label="Why the limit is passed"
              hint="Of an order on account beyond what the customer may owe"
              {...field("creditReason")}
              maxLength={200}
              dir="auto"
            />
            <TextField
              label="Valid until"
              hint="Of a quotation: it keeps prices and delivery until then, and no books"
              {...field("validUntil", validUntil)}
              type="date"
            />
          </div>
          <TextAreaField
            label="Note for staff (optional)"
            name="note"
            defaultValue={shown("note")}
            errors={errors.note}
            maxLength={STAFF_NOTE_MAX}
            rows={2}
            dir="auto"
          />
        </Panel>
        {/* After the fields: Enter in one of them presses the form's first button, which places nothing. */}
        {answer?.asked ? <Question asked={answer.asked} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="check" isBusy={isBusy} variant={answer?.asked ? "quiet" : "primary"}>
            Add It Up
          </Button>
          <Button name="intent" value="quote" isBusy={isBusy} variant="quiet">
            Save as Quotation
          </Button>
          <ButtonLink to={listLeft("/admin/orders")} variant="quiet">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** What the order costs, a code to scan for it, and the button that places it. */
function Question({ asked }: { asked: NonNullable<NewOrderAnswer["asked"]> }) {
  const { sign, subtotal, discount, couponCode, shipping, total, upi } = asked;
  return (
    <section role="status" className="bg-sunken grid gap-3 rounded-md p-4" aria-label="The order">
      <input type="hidden" name="confirmed" value={sign} />
      <dl className="bill">
        <div>
          <dt>Books</dt>
          <dd>{formatRupees(subtotal)}</dd>
        </div>
        {discountRows(discount, couponCode).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {shipping > 0 ? (
          <div>
            <dt>Delivery</dt>
            <dd>{formatRupees(shipping)}</dd>
          </div>
        ) : null}
        <div className="bill-total">
          <dt>Total</dt>
          <dd>{formatRupees(total)}</dd>
        </div>
      </dl>
      {upi ? <QrCode {...upi} label={`Pay ${formatRupees(total)} by UPI`} /> : null}
      <div>
        <Button name="intent" value="save" autoFocus>
          Place the Order
        </Button>
      </div>
    </section>
  );
}
