import { isFetched } from "./pick-up";
import type { IndianState } from "~/domain/kit/addresses/indian-states";
import { formatRupeesShort } from "~/domain/kit/money";
import type { Settings } from "~/domain/shop/settings/settings";
import { deliveryDay } from "../orders/orders";
import { pinState } from "./pin";
import type {
  CodTerms,
  DeliveryMethod,
  DeliveryPlan,
  DeliveryRates,
  DeliveryZone,
  ParcelQuote,
  QuotedCod,
  QuotedMethod,
} from "./plan";
import { formatGrams } from "./weights";
import { workingDays } from "./working-days";

export { parcelGrams } from "./weights";

/** The settings that apply while the plan is off. */
type FlatRules = Pick<Settings, "shippingThreshold" | "shippingFee" | "deliveryDays">;

export interface Parcel {
  /** As `readPin` returns it. While the plan is off it can be any text. */
  pin: string;
  /** Of all books, before the discount. Paise. */
  subtotal: number;
  /** With packing (`parcelGrams`). */
  grams: number;
  /** The plain date before which the last of its books is not out; null: all are out. */
  releasedOn?: string | null;
  /** Whether it has a pre-order that cannot be paid at the door. */
  hasPreorder?: boolean;
  /** The title of a book that may not go by Gyan Post; null: all may. */
  notGyanPost?: string | null;
}

/**
 * What it costs to send a parcel, when it comes, and how it can be paid: the one rule by which pages show a price and
 * orders are charged.
 * @returns the methods that take it, the cheapest first; or a refusal, as a sentence. While the plan is off it has one
 * method without an id, for the settings' fee, wherever the parcel goes
 */
export function quoteParcel(plan: DeliveryPlan, flat: FlatRules, parcel: Parcel, now: Date): ParcelQuote {
  const { pin } = parcel;
  const state = pinState(pin);
  if (!plan.isOn) return { pin, state, methods: [flatMethod(flat, parcel, now)], refusal: null };
  const zone = zoneOf(plan, pin, state);
  if (!zone) return { pin, state, methods: [], refusal: notDelivered(pin, state) };
  const { notGyanPost = null } = parcel;
  const taking = notGyanPost === null ? zone.methods : zone.methods.filter(({ isGyanPost }) => !isGyanPost);
  if (taking.length === 0) return { pin, state, methods: [], refusal: notByGyanPost(pin, notGyanPost!) };
  const fitting = taking.filter((method) => parcel.grams <= heaviest(method));
  if (fitting.length === 0) return { pin, state, methods: [], refusal: tooHeavy(taking, parcel) };
  const most = Math.max(...fitting.map((method) => method.days.to));
  const days = workingDays(plan.calendar, now, parcel.releasedOn ?? null, most);
  const methods = fitting.map((method) => quoted(zone.id, method, parcel, days)).toSorted(cheapestFirst);
  return { pin, state, methods, refusal: null };
}

/**
 * @param methodId null: the cheapest that is sent, since nobody should have to fetch a parcel without having chosen to
 * @returns null when the quote does not have it
 */
export function chooseMethod(quote: ParcelQuote, methodId: number | null): QuotedMethod | null {
  if (methodId === null)
    return quote.methods.find(({ pickUp }) => !isFetched(pickUp)) ?? quote.methods[0] ?? null;
  return quote.methods.find((method) => method.id === methodId) ?? null;
}

/** The gateway takes no payment below ₹1. */
const SMALLEST_PAYMENT = 100;

/**
 * What an order paid at the door costs now and at the door, in paise: together the total.
 * @param terms of the chosen method
 * @param order.shipping with the fee for paying at the door, as orders have it @param order.fee that fee
 */
export function codSplit(
  { partPercent, partDelivery }: Pick<CodTerms, "partPercent" | "partDelivery">,
  { total, shipping, fee }: { total: number; shipping: number; fee: number },
): { dueNow: number; dueAtDoor: number } {
  const share = Math.ceil((total * partPercent) / 100);
  const part = Math.max(share, partDelivery ? shipping - fee : 0);
  const dueNow = part === 0 ? 0 : Math.min(Math.max(part, SMALLEST_PAYMENT), total);
  return { dueNow, dueAtDoor: total - dueNow };
}

interface Places {
  byPrefix: Map<string, DeliveryZone>;
  byState: Map<string, DeliveryZone>;
}

/** A plan can have a hundred thousand prefixes, and is read once for many quotes. */
const placesOfPlans = new WeakMap<DeliveryPlan, Places>();

function placesOf(plan: DeliveryPlan): Places {
  let places = placesOfPlans.get(plan);
  if (!places) {
    const by = (field: "pinPrefixes" | "states") =>
      new Map(plan.zones.flatMap((zone) => zone[field].map((place) => [place, zone] as const)));
    placesOfPlans.set(plan, (places = { byPrefix: by("pinPrefixes"), byState: by("states") }));
  }
  return places;
}

/** The zone with the PIN's longest prefix, else that of its state. @returns undefined where nothing is sent to */
export function zoneOf(plan: DeliveryPlan, pin: string, state: IndianState | null): DeliveryZone | undefined {
  const { byPrefix, byState } = placesOf(plan);
  for (let digits = pin.length; digits > 0; digits -= 1) {
    const zone = byPrefix.get(pin.slice(0, digits));
    if (zone) return zone;
  }
  return state === null ? undefined : byState.get(state);
}

const cheapestFirst = (one: QuotedMethod, other: QuotedMethod) =>
  one.price - other.price ||
  one.to.localeCompare(other.to) ||
  one.from.localeCompare(other.from) ||
  one.id! - other.id!;

/** The heaviest parcel that a method has a price for, in grams. */
function heaviest({ rates, maxGrams }: DeliveryMethod): number {
  const lastStep = rates.by === "weight" ? rates.steps.at(-1)!.upToGrams : Infinity;
  return Math.min(lastStep, maxGrams ?? Infinity);
}

function quoted(
  zoneId: number,
  method: DeliveryMethod,
  parcel: Parcel,
  days: readonly string[],
): QuotedMethod {
  const { id, name, carrier, freeAbove } = method;
  const isFree = freeAbove !== null && parcel.subtotal > freeAbove;
  return {
    id,
    zoneId,
    name,
    carrier,
    price: isFree ? 0 : rateOf(method.rates, parcel),
    from: days[method.days.from]!,
    to: days[method.days.to]!,
    pickUp: method.pickUp ? method.pickUpHours : null,
    cod: quotedCod(method.cod, parcel),
  };
}

/** The price of the first step that holds the parcel. */
function rateOf(rates: DeliveryRates, { grams, subtotal }: Parcel): number {
  if (rates.by === "flat") return rates.price;
  if (rates.by === "weight") return rates.steps.find((step) => grams <= step.upToGrams)!.price;
  return rates.steps.find((step) => step.upTo === null || subtotal <= step.upTo)!.price;
}

function quotedCod(terms: CodTerms, parcel: Parcel): QuotedCod {
  const reason = whyNotAtTheDoor(terms, parcel);
  if (reason !== null) return { offered: false, fee: 0, partPercent: 0, partDelivery: false, reason };
  const { fee, partPercent, partDelivery } = terms;
  return { offered: true, fee, partPercent, partDelivery, reason: null };
}

/** Why a method that is never paid at the door cannot be. */
export const MUST_PAY_BEFORE = "This way of delivery must be paid before.";

function whyNotAtTheDoor(terms: CodTerms, { pin, subtotal, hasPreorder }: Parcel): string | null {
  if (!terms.offered) return MUST_PAY_BEFORE;
  if (terms.notAtPins.some((prefix) => pin.startsWith(prefix)))
    return `Orders to PIN code ${pin} must be paid before.`;
  if (hasPreorder) return "Orders with a pre-order must be paid before.";
  if (terms.from !== null && subtotal < terms.from)
    return `You can pay at the door from ${formatRupeesShort(terms.from)}.`;
  if (terms.upTo !== null && subtotal > terms.upTo)
    return `You can pay at the door up to ${formatRupeesShort(terms.upTo)}.`;
  return null;
}

function notDelivered(pin: string, state: IndianState | null): string {
  if (isOfTheArmy(pin)) return `We do not deliver to army post offices such as ${pin}.`;
  if (state === null) return `We do not know the PIN code ${pin}. Please check it.`;
  return `We do not deliver to PIN code ${pin} (${state}).`;
}

/** Post offices of the army have PIN codes of their own, which begin with 9. */
const isOfTheArmy = (pin: string) => pin.startsWith("9");

const notByGyanPost = (pin: string, title: string) =>
  `To PIN code ${pin} we send by Gyan Post alone, which does not take “${title}”.`;

function tooHeavy(methods: readonly DeliveryMethod[], { pin, grams }: Parcel): string {
  const most = Math.max(...methods.map(heaviest));
  return `This parcel weighs ${formatGrams(grams)}. To PIN code ${pin} we send at most ${formatGrams(most)}: please order fewer books at once.`;
}

/** As before there was a plan. */
function flatMethod(flat: FlatRules, { subtotal, releasedOn = null }: Parcel, now: Date): QuotedMethod {
  return {
    id: null,
    zoneId: null,
    name: "Delivery",
    carrier: "",
    price: subtotal > flat.shippingThreshold ? 0 : flat.shippingFee,
    from: deliveryDay(now, releasedOn, 0),
    to: deliveryDay(now, releasedOn, flat.deliveryDays),
    pickUp: null,
    cod: {
      offered: false,
      fee: 0,
      partPercent: 0,
      partDelivery: false,
      reason: "Orders must be paid before.",
    },
  };
}
