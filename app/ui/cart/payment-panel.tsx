import { useEffect, useState } from "react";
import { formatRupees } from "~/domain/kit/money";
import type { GatewayCheckout } from "~/domain/sales/gateways/gateway-checkout";
import { Button } from "~/ui/kit/button";
import { useHydrated } from "~/ui/kit/hydrated";
import { Notice } from "~/ui/kit/notice";
import { payInWindow, postResult } from "./payment-window";

/**
 * The form that posts to the gateway's own page. Where scripts run, the gateway's window, if it has one, opens at once
 * instead; if it cannot open, the form is still there.
 * @param amount paise @param opens whether the window opens by itself, and not only by 'Try again'
 */
export function PaymentPanel({
  checkout,
  amount,
  opens = true,
}: {
  checkout: GatewayCheckout;
  amount: number;
  opens?: boolean;
}) {
  const { form, window: gatewayWindow } = checkout;
  const [state, setState] = useState<"opens" | "blocked" | "waits">(opens ? "opens" : "waits");
  const isOpening = state === "opens";
  const isBusy = useHydrated() && gatewayWindow !== null && isOpening;

  useEffect(() => {
    if (!isOpening || !gatewayWindow) return;
    let isCurrent = true;
    payInWindow(gatewayWindow).then(
      (result) => isCurrent && postResult(result),
      () => isCurrent && setState("blocked"),
    );
    return () => {
      isCurrent = false;
    };
  }, [isOpening, gatewayWindow]);

  return (
    <div className="grid gap-4">
      {state === "blocked" ? (
        <Notice kind="error">
          The payment window did not open. You can pay on the payment service’s own page instead, or try
          again.
        </Notice>
      ) : null}
      <form method="post" action={form.action}>
        {Object.entries(form.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button className="w-full" disabled={isBusy}>
          {isBusy ? "Processing..." : `Pay ${formatRupees(amount)}`}
        </Button>
      </form>
      {!isOpening && gatewayWindow ? (
        <Button type="button" variant="quiet" onClick={() => setState("opens")}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
