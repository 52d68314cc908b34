import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { MOBILE_TYPED_MAX } from "~/domain/kit/addresses/address.schema";
import { formatRupees } from "~/domain/kit/money";
import { readDigits, readId, readParam } from "~/domain/kit/search-params";
import { CODE_MAX } from "~/domain/sales/coupons/coupons";
import { type CounterSale, counterSale } from "~/domain/sales/orders/by-staff/counter-sale.server";
import { DOCUMENT_LABELS, staffOneDocumentPath } from "~/domain/sales/orders/order-documents";
import { requireRight } from "~/http/request/guards.server";
import { randomToken } from "~/platform/secrets/tokens.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Notice } from "~/ui/kit/notice";
import { QrCode } from "~/ui/kit/qr-code";
import { useStashedValue } from "~/ui/kit/stashed-fields";
import { AddedRows, BookSearch, FoundBooks } from "../orders/entry/book-lines";
import { useScans } from "../orders/entry/use-scans";
import type { Route } from "./+types/counter";
import { type CounterAnswer, counterAction } from "./counter-action.server";
import { useSaleDraft } from "./sale-draft";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Counter") }];
}

/** With `made`, the number of an order that this member of staff has placed, it is shown above the form of the next one. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staffId = requireRight(context, "dispatch").id;
  const orderId = readId(url.searchParams, "made");
  const sold = orderId === null ? null : await counterSale(readDb, { orderId, staffId });
  const given = Number(readDigits(url.searchParams, "given") ?? 0);
  const made = sold && {
    ...sold,
    /** The key of its form. */
    saleKey: readParam(url.searchParams, "sale"),
    change: Math.max(0, given - sold.total),
    isAgain: url.searchParams.has("again"),
  };
  // The form's key: sent twice, it is one sale.
  return { staffId, made, key: randomToken(18) };
}

/** POST: intent find (or addBook, less, more with a book's id), check or save, with the fields of the page. */
export function action({ request, context }: Route.ActionArgs) {
  return counterAction(request, context);
}

export default function Counter({ loaderData, actionData }: Route.ComponentProps) {
  const { staffId, made, key } = loaderData;
  // Here, since a scan can wait for the form of the next sale.
  const scans = useScans();
  return (
    <div className="admin-page max-w-xl">
      <AdminHeading>Counter</AdminHeading>
      {made && !actionData ? <Made {...made} /> : null}
      <Sale
        // Each sale begins with an empty form.
        key={made?.saleKey}
        opened={key}
        staffId={staffId}
        made={made?.saleKey ?? null}
        answer={actionData}
        scans={scans}
      />
    </div>
  );
}

/** What was just sold, until the next sale is. */
function Made({
  orderId,
  total,
  change,
  bills,
  email,
  isAgain,
}: CounterSale & { change: number; isAgain: boolean }) {
  // The form of the next sale takes the focus, further down.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <section
      role="status"
      aria-label="Sold"
      className="bg-good-soft border-good mb-6 grid gap-2 rounded-md border p-4"
    >
      <p className="text-lg font-semibold">
        {isAgain ? "This sale was made already: " : "Paid: "}
        {formatRupees(total)}
      </p>
      {change > 0 ? <p className="text-lg">Change to give: {formatRupees(change)}</p> : null}
      <ul>
        {bills.map(({ id, kind, number }) => (
          <li key={id}>
            <a href={staffOneDocumentPath(orderId, id)} className="link inline-block py-2 wrap-anywhere">
              {DOCUMENT_LABELS[kind]} {number}
            </a>
          </li>
        ))}
        <li>
          <ScreenLink to={`/admin/orders/${orderId}`} className="link inline-block py-2">
            Order #{orderId}
          </ScreenLink>
        </li>
      </ul>
      {email ? <p className="wrap-anywhere">The bill goes to {email}.</p> : null}
    </section>
  );
}

const WAYS = { cash: "Cash", upi: "UPI" };

function Sale({
  opened,
  staffId,
  made,
  answer,
  scans,
}: {
  opened: string;
  staffId: number;
  made: string | null;
  answer: CounterAnswer | undefined;
  scans: ReturnType<typeof useScans>;
}) {
  const isBusy = useNavigation().state === "submitting";
  const { form, store } = useSaleDraft({ staffId, made, answer });
  const key = useStashedValue("key", opened);
  const { typed = {}, errors = {}, added = [], found = null, sum = null, problem = null } = answer ?? {};
  const text = (name: string) => ({
    name,
    defaultValue: typed[name] ?? "",
    errors: errors[name],
    autoComplete: "off",
  });
  const way = typed.payment ?? "cash";
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      onInput={store}
      className="grid grid-cols-1 gap-5"
    >
      <input type="hidden" name="key" value={typed.key ?? key} />
      <input type="hidden" name="confirmed" value={sum?.sign ?? ""} />
      {problem ? <Notice kind="error">{problem}.</Notice> : null}
      {/* First, so that Enter, which a scanner presses, presses its button. */}
      <BookSearch typed={typed.find} errors={errors.find} scans={scans} focus={problem === null} />
      <FoundBooks found={found} />
      <FieldErrors id="lines" errors={errors.lines} />
      <AddedRows typed={typed} errors={errors} added={added} hasDiscounts hasSteps />
      <details open={["discount", "discountReason", "coupon"].some((name) => typed[name] || errors[name])}>
        <summary className="link w-fit py-2">Discount</summary>
        <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Discount on all (%)" {...text("discount")} inputMode="decimal" maxLength={7} />
          <TextField
            label="Why"
            hint="Needed with a discount"
            {...text("discountReason")}
            maxLength={200}
            dir="auto"
          />
          <TextField label="Coupon code" {...text("coupon")} maxLength={CODE_MAX} />
        </div>
      </details>
      <details open={["name", "phone", "customerEmail"].some((name) => typed[name] || errors[name])}>
        <summary className="link w-fit py-2">Customer (optional)</summary>
        <div className="mt-2 grid items-start gap-4 sm:grid-cols-2">
          <TextField label="Name" {...text("name")} maxLength={99} dir="auto" />
          <TextField label="Phone" {...text("phone")} type="tel" maxLength={MOBILE_TYPED_MAX} />
          <TextField
            label="Email"
            hint="The bill goes there. Needs the phone, too"
            {...text("customerEmail")}
            type="email"
            maxLength={119}
          />
        </div>
      </details>
      <div className="group grid gap-4">
        <fieldset className="grid grid-cols-2 gap-3">
          <legend className="mb-1 font-semibold">Payment</legend>
          {Object.entries(WAYS).map(([value, label]) => (
            <label
              key={value}
              className="border-line-strong has-checked:border-accent flex min-h-12 items-center gap-3 rounded-md border px-4 has-checked:font-semibold"
            >
              <input
                type="radio"
                name="payment"
                value={value}
                defaultChecked={way === value}
                className="check"
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className="group-has-[[value=upi]:checked]:hidden">
          <TextField
            label="Cash given (optional)"
            hint="For the change"
            {...text("given")}
            inputMode="decimal"
            maxLength={12}
          />
        </div>
        <div className="grid justify-items-center gap-4 group-has-[[value=cash]:checked]:hidden">
          {sum?.upi ? <QrCode {...sum.upi} label={`Pay ${formatRupees(sum.total)} by UPI`} /> : null}
          {sum && !sum.upi ? (
            <p className="text-muted text-sm">
              The shop’s UPI ID is not in the settings: there is no code to scan.
            </p>
          ) : null}
          <div className="w-full">
            <TextField label="Reference (optional)" {...text("reference")} maxLength={60} />
          </div>
        </div>
      </div>
      <div className="bg-paper border-line sticky bottom-0 -mx-4 flex items-center justify-between gap-4 border-t px-4 py-3">
        <p role="status" className="text-lg">
          {sum ? (
            <>
              Total <strong className="tabular-nums">{formatRupees(sum.total)}</strong>
              {sum.off.map(([label, value]) => (
                <small key={label} className="text-muted block text-sm wrap-anywhere">
                  {label} {value}
                </small>
              ))}
            </>
          ) : (
            "No sum yet"
          )}
        </p>
        <div className="flex gap-2">
          <Button name="intent" value="check" variant="quiet" isBusy={isBusy}>
            Add It Up
          </Button>
          {sum ? (
            <Button name="intent" value="save" isBusy={isBusy}>
              Paid
            </Button>
          ) : null}
        </div>
      </div>
    </Form>
  );
}
