import { isFetched } from "~/domain/sales/delivery/pick-up";
import { byDay } from "~/domain/sales/checkout/delivery";
import type { QuotedMethod } from "~/domain/sales/delivery/plan";
import { formatRupees } from "~/domain/kit/money";

interface DeliveryChoiceProps {
  /** The id of the form that posts the choice. */
  form: string;
  methods: QuotedMethod[];
  /** The chosen method's id. */
  chosen: number | null;
  /** Why nothing is sent there, as a sentence; null: something is. */
  refusal: string | null;
  onChoose: () => void;
}

/** The ways of delivery that fit the parcel, as radio buttons, the cheapest first. */
export function DeliveryChoice({ form, methods, chosen, refusal, onChoose }: DeliveryChoiceProps) {
  return (
    <section aria-labelledby="delivery" className="grid grid-cols-1 gap-5">
      <h2 id="delivery" className="text-2xl">
        Delivery
      </h2>
      {refusal ? (
        <p role="alert" className="text-bad font-semibold wrap-anywhere">
          {refusal}
        </p>
      ) : null}
      {methods.length > 0 ? (
        <fieldset>
          <legend className="sr-only">Way of delivery</legend>
          {methods.map((method) => (
            <div key={method.id} className="choice-row">
              <input
                type="radio"
                id={`method-${method.id}`}
                form={form}
                name="methodId"
                value={method.id ?? ""}
                defaultChecked={method.id === chosen}
                onChange={onChoose}
                className="check mt-0.5"
              />
              <label htmlFor={`method-${method.id}`} className="wrap-anywhere">
                <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
                  <span>{method.name}</span>
                  <span className="tabular-nums">
                    {method.price === 0 ? "Free" : formatRupees(method.price)}
                  </span>
                </span>
                <span className="text-muted block">{arrives(method)}</span>
              </label>
            </div>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}

function arrives({ from, to, pickUp, carrier }: QuotedMethod): string {
  if (isFetched(pickUp)) return `Ready from ${byDay(from)}${pickUp ? `. ${pickUp}` : ""}`;
  const days = from === to ? byDay(to) : `${byDay(from)} to ${byDay(to)}`;
  return carrier ? `Arrives ${days}, by ${carrier}` : `Arrives ${days}`;
}
