import type { PaymentProvider } from "~/domain/sales/gateways/payment-provider";
import type { PaymentOffer } from "~/domain/sales/checkout/payment-offers";
import type { PaymentWay } from "~/domain/sales/delivery/plan";
import { whenPaidAtDoor } from "~/domain/sales/orders/paying";
import { formatRupees } from "~/domain/kit/money";

interface PaymentMethodProps {
  /** The id of the form that posts it. */
  form: string;
  /** The payment provider of the shop (docs/specification.md §2.7). */
  offer: PaymentProvider["offer"];
  payments: PaymentOffer[];
  chosen: PaymentWay;
  /** Whether the books are fetched at the shop. */
  isPickUp: boolean;
  onChoose: () => void;
}

/** The payment provider, and beside it the door and a transfer where the shop takes them. */
export function PaymentMethod({ form, offer, payments, chosen, isPickUp, onChoose }: PaymentMethodProps) {
  return (
    <section aria-labelledby="payment" className="grid grid-cols-1 gap-5">
      <h2 id="payment" className="text-2xl">
        Payment method
      </h2>
      <div role="radiogroup" aria-labelledby="payment">
        {payments.map(({ way, ...given }) => {
          const { value, name, text } = way === "online" ? offer : wordsOf(way, { ...given, isPickUp });
          return (
            <div key={way} className="choice-row">
              <input
                type="radio"
                id={value}
                name="paymentMethod"
                value={value}
                form={form}
                defaultChecked={way === chosen}
                disabled={given.problem !== null}
                onChange={onChoose}
                className="check mt-0.5"
              />
              <label htmlFor={value} className={given.problem === null ? undefined : "text-muted"}>
                <span className="block font-semibold">{name}</span>
                <span className="text-muted block">{given.problem ?? text}</span>
              </label>
            </div>
          );
        })}
      </div>
    </section>
  );
}

function wordsOf(
  way: Exclude<PaymentWay, "online">,
  { dueNow, dueAtDoor, codFee, isPickUp }: Omit<PaymentOffer, "way"> & { isPickUp: boolean },
) {
  if (way === "transfer")
    return {
      value: way,
      name: "Bank transfer or UPI to the shop",
      text: "We show you where to send the money. Your books leave when it has come.",
    };
  if (way === "account")
    return {
      value: way,
      name: "On account",
      text: "We send the books with an invoice, which you pay later.",
    };
  const parts =
    dueNow > 0
      ? `${formatRupees(dueNow)} now, ${formatRupees(dueAtDoor)} ${whenPaidAtDoor(isPickUp)}.`
      : `${formatRupees(dueAtDoor)} ${whenPaidAtDoor(isPickUp)}.`;
  const fee = codFee > 0 ? ` This has a fee of ${formatRupees(codFee)}.` : "";
  return { value: way, name: "Cash on delivery", text: parts + fee };
}
