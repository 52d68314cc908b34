import { data } from "react-router";
import type { StepOutcome } from "~/domain/sales/orders/fulfilment/order-for-step.server";

/** The forms of an order that is paid at the door or by transfer. */
export const DOOR_INTENTS = [
  "confirm",
  "send-code",
  "text-code",
  "cash",
  "take-back-cash",
  "transfer",
  "refuse",
  "paid-back",
  "balance",
] as const;
export type DoorIntent = (typeof DOOR_INTENTS)[number];

export const isDoorIntent = (intent: unknown): intent is DoorIntent =>
  (DOOR_INTENTS as readonly unknown[]).includes(intent);

export type RefusedIntent =
  | "despatch"
  | "parcel"
  | "shipment"
  | "cancel"
  | "refund"
  | "return"
  | "note"
  | DoorIntent;

/** The answer to a step that was taken or refused as a whole. */
export type Answer = (outcome: StepOutcome) => Promise<Response>;

export interface OrderStep {
  orderId: number;
  staffId: number;
}

/** What a refused form may ask: about a tracking number or an amount, or whether to refund so many paise. */
export const NOTHING_ASKED: { sharedTracking?: string; asked?: number; text?: string } = {};

/** @param sharedTracking what staff are asked to confirm: a tracking number of another parcel, or an amount (`sureOf`) */
export function refused<Result>(intent: RefusedIntent, result: Result, sharedTracking?: string) {
  return data({ ...NOTHING_ASKED, intent, result, sharedTracking }, { status: 400 });
}
