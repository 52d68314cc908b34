import { INDIAN_STATES, type IndianState } from "~/domain/kit/addresses/indian-states";
import { pinState } from "./pin";
import type { DeliveryPlan } from "./plan";
import { SORTING_DISTRICTS } from "./presets/pin-places";
import { zoneOf } from "./quote";

/**
 * The states with places that no zone covers, as far as the first three digits of PIN codes tell.
 * @returns `whole`: nothing in the state is covered
 */
export function notCovered(plan: DeliveryPlan): { state: IndianState; whole: boolean }[] {
  const counts = new Map<IndianState, { all: number; lost: number }>();
  for (const district of SORTING_DISTRICTS) {
    const pin = `${district}001`;
    const state = pinState(pin);
    if (state === null) continue;
    const count = counts.get(state) ?? { all: 0, lost: 0 };
    counts.set(state, count);
    count.all += 1;
    if (!zoneOf(plan, pin, state)) count.lost += 1;
  }
  return INDIAN_STATES.flatMap((state) => {
    const { all = 0, lost = 0 } = counts.get(state) ?? {};
    return lost > 0 ? [{ state, whole: lost === all }] : [];
  });
}
