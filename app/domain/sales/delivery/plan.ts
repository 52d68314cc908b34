/**
 * The delivery plan: what a parcel costs by place, weight and subtotal, and when it comes. Money in paise, weights in grams,
 * days as plain dates ("2026-11-28").
 */

import type { IndianState } from "~/domain/kit/addresses/indian-states";

/** How an order is paid: at the payment provider, when the parcel arrives (cash on delivery), or by transfer to the shop. */
export const PAYMENT_WAYS = ["online", "cod", "transfer", "account"] as const;
export type PaymentWay = (typeof PAYMENT_WAYS)[number];

export interface DeliveryPlan {
  /** Off: every order is sent anywhere in India for the flat fee of the settings, as before there was a plan. */
  isOn: boolean;
  /** Weight of the box, added to that of the books. */
  packingGrams: number;
  /** Weight of a book without one that has a page count. */
  gramsPer100Pages: number;
  /** Weight of a book with neither. */
  defaultGrams: number;
  /** The shop's own PIN code, for rates by distance; "" where staff have not given it. */
  shopPin: string;
  calendar: DeliveryCalendar;
  zones: DeliveryZone[];
  /** The next method's id. Ids are never given twice: an order and a client may hold one. */
  nextMethodId: number;
  nextZoneId: number;
}

/** The days on which the shop sends parcels. */
export interface DeliveryCalendar {
  /** Days of the week, 0 is Sunday. At least one. */
  weekdays: number[];
  /** Plain dates on which nothing is sent. */
  holidays: string[];
  /** Orders before this full hour in India (0 to 23) go on the same day; null: all go on the next working day. */
  lastHour: number | null;
}

/** Places with the same methods. A PIN belongs to the zone with its longest prefix, else to the zone of its state. */
export interface DeliveryZone {
  id: number;
  name: string;
  /** Each state stands in one zone only. */
  states: IndianState[];
  /** One to six digits. Each prefix stands in one zone only. */
  pinPrefixes: string[];
  /** At least one. */
  methods: DeliveryMethod[];
}

export interface DeliveryMethod {
  id: number;
  name: string;
  carrier: string;
  /** Working days between sending and arrival, both included. */
  days: { from: number; to: number };
  rates: DeliveryRates;
  /** Free for a subtotal above this; null: never. */
  freeAbove: number | null;
  /** The heaviest parcel, with packing; null: the last weight step decides. */
  maxGrams: number | null;
  /** Not for a parcel with a book that may not go by Gyan Post. Left out in a plan of before there was this. */
  isGyanPost?: boolean;
  /** Whether the customer fetches the books at the shop. */
  pickUp: boolean;
  /** When, in words; "" for a method that is sent. */
  pickUpHours: string;
  cod: CodTerms;
}

/** Steps go up; a parcel pays the first step that holds it, and one above the last is not taken. */
export type DeliveryRates =
  | { by: "flat"; price: number }
  | { by: "weight"; steps: { upToGrams: number; price: number }[] }
  /** The last step's `upTo` is null: any subtotal above those before. */
  | { by: "subtotal"; steps: { upTo: number | null; price: number }[] };

/** Paying at the door. */
export interface CodTerms {
  offered: boolean;
  /** On top of the price of delivery. */
  fee: number;
  /** Smallest and largest subtotal, both included; null: none. */
  from: number | null;
  upTo: number | null;
  /** What is paid online before: a share of the total in per cent (0 to 90), and whether delivery is paid before in any case. */
  partPercent: number;
  partDelivery: boolean;
  /** PIN prefixes of the zone at which it is not offered. */
  notAtPins: string[];
}

/** A parcel's offer for one place. */
export interface ParcelQuote {
  pin: string;
  /** The PIN's; null for a PIN that is in no table. */
  state: IndianState | null;
  /** The cheapest first, of equal price the quickest. Empty where there is a refusal. */
  methods: QuotedMethod[];
  /** Why nothing is offered, as a sentence; null: something is. */
  refusal: string | null;
}

export interface QuotedMethod {
  /** null: the flat fee of the settings, without a plan. */
  id: number | null;
  zoneId: number | null;
  name: string;
  carrier: string;
  /** Without the fee for paying at the door. */
  price: number;
  /** Plain dates of arrival (or of when it can be fetched), counted from now. */
  from: string;
  to: string;
  /** The shop's hours; null: the parcel is sent. */
  pickUp: string | null;
  cod: QuotedCod;
}

/** Paying at the door, for one parcel. Where it is not offered, `fee` and the parts are 0. */
export interface QuotedCod extends Pick<CodTerms, "offered" | "fee" | "partPercent" | "partDelivery"> {
  /** Why it is not offered; null: it is. */
  reason: string | null;
}

/** No plan: the settings' fee and days apply. The weights are what staff see first. */
export const EMPTY_PLAN: DeliveryPlan = {
  isOn: false,
  packingGrams: 50,
  gramsPer100Pages: 150,
  defaultGrams: 300,
  shopPin: "",
  calendar: { weekdays: [1, 2, 3, 4, 5, 6], holidays: [], lastHour: null },
  zones: [],
  nextMethodId: 1,
  nextZoneId: 1,
};
