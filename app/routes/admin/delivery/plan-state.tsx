import { Link } from "react-router";
import { formatRupeesShort } from "~/domain/kit/money";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";

export interface Flat {
  fee: number;
  freeAbove: number;
  days: number;
}

interface PlanStateProps {
  isOn: boolean;
  flat: Flat;
}

/** Whether the plan is on, and what customers pay now. */
export function PlanState({ isOn, flat }: PlanStateProps) {
  return (
    <section aria-label="What applies now" className="grid grid-cols-1 gap-3">
      <ConfirmSwitch
        isOn={isOn}
        name="Delivery plan"
        shown={isOn ? "The plan is on" : "The plan is off"}
        confirm={isOn ? "off-1" : "on-1"}
      />
      <p className="max-w-3xl">
        {isOn ? (
          "Orders are charged by these zones, and customers see the day of arrival."
        ) : (
          <>
            Orders go anywhere in India as the{" "}
            <Link to="/admin/settings#settings-shippingFee" className="link">
              settings
            </Link>{" "}
            say. {flatInWords(flat)}
          </>
        )}
      </p>
    </section>
  );
}

/** @returns e.g. "Delivery costs ₹100, nothing above ₹500, and takes 7 days." */
export const flatInWords = ({ fee, freeAbove, days }: Flat): string =>
  `Delivery costs ${formatRupeesShort(fee)}, nothing above ${formatRupeesShort(freeAbove)}, and takes ${days} days.`;

/** The places to which the plan sends nothing. */
export function NotCovered({ isOn, states }: { isOn: boolean; states: { state: string; whole: boolean }[] }) {
  if (states.length === 0) return <p className="text-muted text-sm">The zones cover all India.</p>;
  const words = states.map(({ state, whole }) => (whole ? state : `parts of ${state}`));
  return (
    <p className="mt-2 text-sm">
      <b className="font-semibold">{isOn ? "Not delivered to:" : "No zone covers:"}</b> {words.join(", ")}.
    </p>
  );
}
