import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
import { formatRupees } from "~/domain/kit/money";
import { isSandboxKey } from "~/domain/sales/gateways/sandbox/sandbox-api.server";
import { UPI_FAILURE, UPI_SUCCESS } from "~/domain/sales/gateways/sandbox/sandbox-methods";
import { type HostedRequest, hostedRequest } from "~/domain/sales/gateways/sandbox/sandbox.schema";
import { paySandboxOrder, type SandboxError } from "~/domain/sales/gateways/sandbox/sandbox.server";
import { readGatewayForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { Route } from "./+types/hosted";
import styles from "./sandbox.css?raw";

/**
 * The sandbox's hosted page, for shoppers without JavaScript (web-integration/hosted). It takes the shop's form, lets the
 * shopper pay, and posts the result to callback_url. A document of its own, as Razorpay's page is.
 */
export async function action({ request, context }: Route.ActionArgs) {
  if (config.payments !== "sandbox") return new Response("Not found\n", { status: 404 });
  const { nonce, origin } = getRequestSession(context);
  const form = await readGatewayForm(request).catch(() => new FormData());
  const parsed = hostedRequest.safeParse(Object.fromEntries(form));
  const urls = parsed.success ? [parsed.data.callback_url, parsed.data.cancel_url ?? origin] : [];
  if (!parsed.success || !isSandboxKey(parsed.data.key_id) || !urls.every((url) => isOfShop(url, origin))) {
    return page(nonce, 400, <Unusable />);
  }
  const checkout = parsed.data;
  if (checkout.card === undefined && checkout.vpa === undefined)
    return page(nonce, 200, <Choices checkout={checkout} />);

  const result = await paySandboxOrder(writeDb, {
    key_id: checkout.key_id,
    order_id: checkout.order_id,
    amount: checkout.amount,
    currency: checkout.currency,
    email: checkout["prefill[email]"],
    contact: checkout["prefill[contact]"],
    ...(checkout.card === undefined
      ? { method: "upi", vpa: checkout.vpa }
      : { method: "card", card: { number: checkout.card } }),
  });
  const posted = result.ok ? { ...result.value } : errorFields(result.error);
  return page(
    nonce,
    200,
    <Result
      checkout={checkout}
      posted={posted}
      failure={result.ok ? null : result.error.description}
      nonce={nonce}
    />,
  );
}

export function loader() {
  return new Response("POST only\n", { status: config.payments === "sandbox" ? 405 : 404 });
}

/** Results are only posted to this shop. */
function isOfShop(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

/** The fields of a failure as Razorpay posts them: `error[code]` …, the metadata as JSON. */
function errorFields({
  code,
  description,
  source,
  step,
  reason,
  metadata,
}: SandboxError): Record<string, string> {
  const fields = { code, description, source, step, reason, metadata: JSON.stringify(metadata) };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`error[${name}]`, value]));
}

function page(nonce: string, status: number, content: ReactNode): Response {
  const html = renderToStaticMarkup(
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Test payment</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="sandbox-page">
        <main className="sheet">{content}</main>
      </body>
    </html>,
  );
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
  ];
  return new Response(`<!doctype html>${html}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": [...policy, "base-uri 'none'", "frame-ancestors 'none'"].join("; "),
      "Cache-Control": "no-store",
    },
  });
}

function Head({ checkout }: { checkout: HostedRequest }) {
  return (
    <>
      <p className="badge">Test payments: no money is taken.</p>
      <div>
        <h1>{checkout.name}</h1>
        <p className="amount">{formatRupees(checkout.amount)}</p>
        <p className="soft">{checkout.description}</p>
      </div>
    </>
  );
}

function Fields({ values }: { values: Record<string, string | number | undefined> }) {
  return Object.entries(values).map(([name, value]) =>
    value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
  );
}

function Choices({ checkout }: { checkout: HostedRequest }) {
  const amount = formatRupees(checkout.amount);
  return (
    <>
      <Head checkout={checkout} />
      <form method="post">
        <Fields values={checkout} />
        <fieldset>
          <legend>Card</legend>
          <label className="field">
            Card number
            <input
              name="card"
              defaultValue="4100 2800 0000 1007"
              inputMode="numeric"
              maxLength={32}
              required
            />
          </label>
          <p className="soft">
            4100 2800 0000 1007 goes through, 4100 2800 0008 0001 has insufficient funds.
          </p>
          <button className="main">Pay {amount} by card</button>
        </fieldset>
      </form>
      <form method="post">
        <Fields values={checkout} />
        <fieldset>
          <legend>UPI</legend>
          <label className="field">
            UPI ID
            <input name="vpa" defaultValue={UPI_SUCCESS} maxLength={100} required />
          </label>
          <p className="soft">
            {UPI_SUCCESS} goes through, {UPI_FAILURE} fails.
          </p>
          <button className="main">Pay {amount} by UPI</button>
        </fieldset>
      </form>
      {checkout.cancel_url ? (
        <a className="button" href={checkout.cancel_url}>
          Cancel
        </a>
      ) : null}
    </>
  );
}

/** Without JavaScript the form cannot submit itself: the shopper presses the button. */
function Result(props: {
  checkout: HostedRequest;
  posted: Record<string, string>;
  failure: string | null;
  nonce: string;
}) {
  return (
    <>
      <Head checkout={props.checkout} />
      {props.failure === null ? <p>The payment went through.</p> : <p className="warn">{props.failure}</p>}
      <form id="return" method="post" action={props.checkout.callback_url}>
        <Fields values={props.posted} />
        <button className="main">Return to the shop</button>
        <script
          nonce={props.nonce}
          dangerouslySetInnerHTML={{ __html: `document.getElementById("return").submit()` }}
        />
      </form>
    </>
  );
}

function Unusable() {
  return (
    <>
      <h1>This payment cannot be started</h1>
      <p>The shop’s request is not complete. Please go back and try again.</p>
      <a className="button" href="/orders">
        Back to the shop
      </a>
    </>
  );
}
