import { useEffect, useState } from "react";
import { formatRupees } from "~/domain/money";
import { Button } from "../button";
import { useHydrated } from "../hydrated";
import { Notice } from "../notice";
import { payInWindow, type PaymentRequest, postResult } from "./payment-window";

/**
 * The way to the gateway: a form that posts to its hosted page. Where scripts run, the gateway's window opens at
 * once instead; should it not open, the form is still there.
 */
export function PaymentPanel(props: {
  payment: PaymentRequest;
  hostedCheckout: string;
  callbackUrl: string;
  cancelUrl: string;
}) {
  const { payment } = props;
  const [isBlocked, setBlocked] = useState(false);
  const isBusy = useHydrated() && !isBlocked;

  useEffect(() => {
    if (isBlocked) return;
    let isCurrent = true;
    payInWindow(payment).then(
      (result) => isCurrent && postResult(result),
      () => isCurrent && setBlocked(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isBlocked, payment]);

  useEffect(() => {
    // Back from the next page by the back button: what this page knew may be out of date.
    const look = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", look);
    return () => removeEventListener("pageshow", look);
  }, []);

  const fields = {
    key_id: payment.keyId,
    order_id: payment.gatewayOrderId,
    amount: payment.amount,
    currency: payment.currency,
    name: payment.shopName,
    description: payment.description,
    "prefill[name]": payment.prefill.name,
    "prefill[email]": payment.prefill.email,
    "prefill[contact]": payment.prefill.contact,
    callback_url: props.callbackUrl,
    cancel_url: props.cancelUrl,
  };
  return (
    <div className="grid gap-4">
      {isBlocked ? (
        <Notice kind="error">Could not start the payment. Please check your connection and try again.</Notice>
      ) : null}
      <form method="post" action={props.hostedCheckout}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button className="w-full" disabled={isBusy}>
          {isBusy ? "Processing..." : `Pay ${formatRupees(payment.amount)}`}
        </Button>
      </form>
      {isBlocked ? (
        <Button type="button" variant="quiet" onClick={() => setBlocked(false)}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
