import { readParam } from "~/domain/kit/search-params";
import { typedGrams, typedRupees } from "~/domain/sales/delivery/forms/typed-values";
import { NO_PIN, readPin } from "~/domain/sales/delivery/pin";
import type { DeliveryPlan, ParcelQuote } from "~/domain/sales/delivery/plan";
import { quoteParcel } from "~/domain/sales/delivery/quote";
import type { Settings } from "~/domain/shop/settings/settings";

/** What was typed under 'Try a PIN code', and what the plan answers. */
export interface Tried {
  pin: string;
  grams: string;
  subtotal: string;
  /** By field. */
  errors: Partial<Record<"pin" | "grams" | "subtotal", string[]>>;
  /** null: nothing was asked, or not rightly. */
  quote: ParcelQuote | null;
}

/** Of a parcel that nobody has described. */
const USUAL = { grams: 500, subtotal: 50_000 };
const MOST = { grams: 1_000_000, subtotal: 100_000_000 };

/** Answers as if the plan were on. @param params `pin`, and perhaps `grams` and `subtotal` */
export function tried(
  plan: DeliveryPlan,
  settings: Settings,
  params: URLSearchParams,
  now = new Date(),
): Tried {
  const typed = (name: string) => (readParam(params, name) ?? "").slice(0, 40);
  const [pinText, gramsText, subtotalText] = [typed("pin"), typed("grams"), typed("subtotal")];
  const shown = { pin: pinText, grams: gramsText, subtotal: subtotalText };
  if (!params.has("pin")) return { ...shown, errors: {}, quote: null };
  const pin = readPin(pinText);
  const grams = typedGrams(gramsText) ?? USUAL.grams;
  const subtotal = typedRupees(subtotalText) ?? USUAL.subtotal;
  const errors: Tried["errors"] = {};
  if (pin === null) errors.pin = [NO_PIN];
  if (!(grams >= 1 && grams <= MOST.grams)) errors.grams = ["Type a weight, e.g. 750 or 1.5 kg"];
  if (!(subtotal >= 0 && subtotal <= MOST.subtotal)) errors.subtotal = ["Type an amount in rupees, e.g. 499"];
  if (pin === null || Object.keys(errors).length > 0) return { ...shown, errors, quote: null };
  const quote = quoteParcel({ ...plan, isOn: true }, settings, { pin, grams, subtotal }, now);
  return { ...shown, errors, quote };
}
