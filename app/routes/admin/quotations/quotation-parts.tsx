import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { formatDateTime, formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { BUYER_MAX } from "~/domain/sales/orders/buyer/buyer";
import type { Quotation } from "~/domain/sales/quotations/quotations.server";
import { AddressLines } from "~/ui/account/address-lines";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import { AnsweredForm, useAnsweredForm } from "~/ui/kit/answered-form";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { BuyerFacts } from "~/ui/orders/buyer-facts";
import { GiftFacts } from "~/ui/orders/gift-facts";
import { Panel } from "../orders/order-facts";
import { useIsRegistered } from "~/ui/admin/frame/rights";
import { SendLinks } from "../orders/send-links";

const useIsSending = (intent: string) => useNavigation().formData?.get("intent") === intent;

/** The link for the customer: to be mailed, sent or copied. */
export function SendPanel({
  quotation,
  url,
  mailKey,
}: {
  quotation: Quotation;
  url: string;
  mailKey: string;
}) {
  const { number, total, email, validUntil, wanted } = quotation;
  const isSending = useIsSending("mail");
  const text = `Quotation ${number} over ${formatRupees(total)}, valid until ${formatDate(validUntil)}: ${url}`;
  return (
    <section className="bg-sunken grid gap-3 rounded-md p-4" aria-label="For the customer">
      <p>By this link the customer reads the quotation and accepts it:</p>
      <p className="wrap-anywhere select-all">{url}</p>
      {wanted ? <SendLinks mobile={wanted.address.mobile} text={text} /> : null}
      {email ? (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="key" value={mailKey} />
          <Button name="intent" value="mail" size="sm" isBusy={isSending}>
            Mail It
          </Button>{" "}
          <span className="text-muted">
            to <EmailText email={email} />, with the PDF
          </span>
        </Form>
      ) : (
        <p className="text-muted">No email address of the customer is known.</p>
      )}
    </section>
  );
}

/** Makes the order without the link, as when the customer has written or called. */
export function OrderForm({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const isSending = useIsSending("order");
  const { form, fields, focus } = useAnsweredForm({
    id: "order",
    names: ["reference", "creditReason"],
    ...(result && { lastResult: result }),
  });
  const control = (name: keyof typeof fields) => ({
    ...fieldProps(fields[name], focus),
    autoComplete: "off",
  });
  return (
    <Panel title="Accepted otherwise" isBoxed>
      <p className="text-muted text-sm">When the customer has ordered by a letter, a mail or a call.</p>
      <AnsweredForm form={form} fields={Object.values(fields)} preventScrollReset className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Order reference (optional)"
            {...control("reference")}
            maxLength={BUYER_MAX.reference}
            dir="auto"
          />
          <TextField
            label="Why the limit is passed"
            hint="Of an order on account beyond what the customer may owe"
            {...control("creditReason")}
            maxLength={200}
            dir="auto"
          />
        </div>
        <div>
          <Button name="intent" value="order" variant="quiet" isBusy={isSending}>
            Make the Order
          </Button>
        </div>
      </AnsweredForm>
    </Panel>
  );
}

/** For whom it is, until when, and how it is paid. */
export function QuotationFacts({ quotation, terms }: { quotation: Quotation; terms: string }) {
  const isRegistered = useIsRegistered();
  const { customer, email, wanted, validUntil, createdAt, createdBy, offer, acceptedBy, closedAt, state } =
    quotation;
  return (
    <>
      <Panel title="Customer">
        <p className="wrap-anywhere">
          <CustomerLink customer={customer} className="link inline-block py-1 font-semibold" />
          {email ? <EmailText email={email} /> : null}
        </p>
        {wanted ? (
          <>
            <address className="not-italic wrap-anywhere">
              <AddressLines address={wanted.address} />
            </address>
            {wanted.buyer ? <BuyerFacts buyer={wanted.buyer} isRegistered={isRegistered} /> : null}
            {wanted.gift ? <GiftFacts gift={wanted.gift} /> : null}
          </>
        ) : (
          <p>The account was deleted, and with it the address.</p>
        )}
      </Panel>
      <Panel title="Terms">
        <p>Valid until {formatDate(validUntil)}.</p>
        {terms ? <p>{terms}</p> : null}
        {offer.method ? <p>Delivery: {offer.method}</p> : null}
        <p className="text-muted">
          Made {formatDateTime(createdAt)} by <bdi>{createdBy}</bdi>
        </p>
        {closedAt && state === "accepted" ? (
          <p className="text-muted">
            Accepted {formatDateTime(closedAt)} by <bdi>{acceptedBy || "staff"}</bdi>
          </p>
        ) : null}
        {wanted?.note ? <p className="whitespace-pre-line wrap-anywhere">{wanted.note}</p> : null}
      </Panel>
    </>
  );
}
