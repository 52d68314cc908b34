import type { OrderEventKind } from "~/domain/sales/orders/order-events.server";
import type { CancelReason, OrderState } from "~/domain/sales/orders/orders";
import type { PaymentStatus } from "~/domain/sales/gateways/payment-states";
import {
  type PaymentFailure,
  TEST_CARDS,
  UPI_FAILURE,
  UPI_SUCCESS,
  upiFailure,
} from "~/domain/sales/gateways/sandbox/sandbox-methods";
import type { PlannedOrder } from "./orders-plan";
import { between, pick, type Random } from "./random";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const IST_OFFSET = 5.5 * HOUR;

const CANCEL_NOTES = ["Cancelled as you asked by phone.", "Cancelled as you wrote to us.", ""];
const RETURN_NOTES = [
  "The parcel came back unopened.",
  "Pages were missing; keep the book for the shelf it fits.",
  "The wrong edition was sent. We are sorry.",
];
const ALLOWANCE_NOTES = ["A dented corner.", "One of the books had a torn jacket.", "Delivered a week late."];

/** An attempt to pay. Times are milliseconds. */
export interface Attempt {
  status: Extract<PaymentStatus, "failed" | "captured" | "refunded">;
  failure: PaymentFailure | null;
  method: "card" | "upi";
  cardLast4: string | null;
  vpa: string | null;
  at: number;
  /** Later than `at` if the payment was refunded. */
  updatedAt: number;
}

export interface Refund {
  amount: number;
  reason: "unserviceable" | "cancellation" | "staff";
  /** The note of staff; empty for automatic refunds. */
  note: string;
  queuedAt: number;
  processedAt: number;
}

/** Everything that happened to an order until now. */
export interface OrderLife {
  state: OrderState;
  cancelReason: CancelReason | null;
  stockHeld: boolean;
  payBy: number;
  paidAt: number | null;
  packedAt: number | null;
  shippedAt: number | null;
  deliveredAt: number | null;
  cancelledAt: number | null;
  attempts: Attempt[];
  refund: Refund | null;
  /** The note of staff to the customer on cancelling. */
  cancelNote: string;
  events: { kind: OrderEventKind; actor: "customer" | "staff" | "gateway" | "system"; at: number }[];
}

export interface LifeOptions {
  /** Paise. */
  total: number;
  /** How long an unpaid order holds its copies. */
  reservationMinutes: number;
  now: number;
  /** The state that a served order has reached, whatever its age. */
  reached?: "paid" | "packed" | "shipped" | "delivered";
}

/** Simulates an order up to now, in the steps that the shop's own code would take and log. */
export function simulateOrder(order: PlannedOrder, options: LifeOptions): OrderLife {
  const simulation = new Simulation(order, options);
  if (!simulation.endUnpaid() && !simulation.payAndCallOff()) {
    simulation.serve();
    simulation.settle();
  }
  return simulation.life;
}

class Simulation {
  readonly life: OrderLife;

  constructor(
    private readonly order: PlannedOrder,
    private readonly options: LifeOptions,
  ) {
    this.life = {
      state: "pending",
      cancelReason: null,
      stockHeld: true,
      payBy: order.placedAt + options.reservationMinutes * MINUTE,
      paidAt: null,
      packedAt: null,
      shippedAt: null,
      deliveredAt: null,
      cancelledAt: null,
      attempts: [],
      refund: null,
      cancelNote: "",
      events: [{ kind: "placed", actor: "customer", at: order.placedAt }],
    };
  }

  /** @returns whether the order's fate is not to be paid, or to be paid when it is too late */
  endUnpaid(): boolean {
    const { life } = this;
    const { fate, placedAt, nextAt, random } = this.order;
    const { now, total } = this.options;
    switch (fate) {
      case "waiting":
        if (random() < 0.4) life.attempts.push(failedAttempt(random, placedAt + MINUTE));
        return true;
      case "timed_out":
        if (random() < 0.4) life.attempts.push(failedAttempt(random, placedAt + 2 * MINUTE));
        if (life.payBy + MINUTE < now) this.#cancel("payment_timeout", "system", life.payBy + 9 * SECOND);
        return true;
      case "superseded":
        this.#cancel(nextAt < life.payBy ? "superseded" : "payment_timeout", "customer", nextAt);
        return true;
      case "given_up":
        this.#cancel("customer", "customer", placedAt + between(random, 3, 20) * MINUTE);
        return true;
      case "refused":
        life.cancelNote = "Ordered twice by mistake: the other order stands.";
        this.#cancel("staff", "staff", placedAt + between(random, 5, 25) * MINUTE);
        return true;
      case "too_late": {
        if (life.payBy + MINUTE > now) return true;
        this.#cancel("payment_timeout", "system", life.payBy + 7 * SECOND);
        const paid = life.payBy + between(random, 20, 200) * MINUTE;
        if (paid + HOUR > now) return true;
        life.cancelReason = "unserviceable";
        life.attempts.push(capturedAttempt(random, paid));
        this.#refund(total, "unserviceable", paid);
        return true;
      }
      default:
        return false;
    }
  }

  /** @returns whether that is all: the order is called off, or will be */
  payAndCallOff(): boolean {
    const { life } = this;
    const { fate, placedAt, nextAt, random } = this.order;
    // Before the next order is placed, because invoice numbers are assigned at payment.
    const paidAt =
      placedAt + Math.floor(Math.min(between(random, 40, 700) * SECOND, (nextAt - placedAt) * 0.9));
    const failures = random() < 0.06 ? between(random, 1, 2) : 0;
    for (let failed = 0; failed < failures; failed += 1) {
      const at = placedAt + Math.floor(((paidAt - placedAt) * (failed + 1)) / (failures + 1));
      life.attempts.push(failedAttempt(random, at));
    }
    life.attempts.push(capturedAttempt(random, paidAt));
    life.paidAt = paidAt;
    life.state = "paid";
    this.#log("paid", "gateway", paidAt);

    if (fate !== "called_off") return false;
    const at = officeTime(paidAt + between(random, 1, 20) * HOUR, random);
    if (at + HOUR > this.options.now) return true;
    life.cancelNote = pick(random, CANCEL_NOTES);
    this.#cancel("staff", "staff", at);
    this.#refundWhole("cancellation", at, life.cancelNote);
    return true;
  }

  /** The steps that staff have taken by now. */
  serve() {
    const { random } = this.order;
    const { now, reached } = this.options;
    const paidAt = this.life.paidAt!;
    const packedAt = officeTime(paidAt + between(random, 60, 1200) * MINUTE, random);
    const shippedAt = officeTime(packedAt + between(random, 60, 1600) * MINUTE, random);
    const deliveredAt = officeTime(shippedAt + between(random, 36, 150) * HOUR, random);
    const steps = [
      { state: "packed", at: packedAt },
      { state: "shipped", at: shippedAt },
      { state: "delivered", at: deliveredAt },
    ] as const;
    for (const { state, at } of hurried(steps, { from: paidAt, now, reached })) {
      this.life.state = state;
      this.life[`${state}At`] = at;
      this.#log(state, "staff", at);
    }
  }

  /** What is paid back after the delivery, most often nothing. */
  settle() {
    const { fate, random } = this.order;
    const { now, total } = this.options;
    if (this.life.deliveredAt === null) return;
    const at = officeTime(this.life.deliveredAt + between(random, 20, 200) * HOUR, random);
    if (at + HOUR > now) return;
    if (fate === "returned") this.#refundWhole("staff", at, pick(random, RETURN_NOTES));
    if (fate === "allowance") {
      const rupees = Math.floor((total * between(random, 10, 40)) / 10_000);
      if (rupees >= 1) this.#refund(rupees * 100, "staff", at, pick(random, ALLOWANCE_NOTES));
    }
  }

  #log(kind: OrderEventKind, actor: OrderLife["events"][number]["actor"], at: number) {
    this.life.events.push({ kind, actor, at });
  }

  #cancel(reason: CancelReason, actor: "customer" | "staff" | "system", at: number) {
    this.life.state = "cancelled";
    this.life.cancelReason = reason;
    this.life.stockHeld = false;
    this.life.cancelledAt = at;
    this.#log("cancelled", actor, at);
  }

  /** The refund is queued at once and processed within minutes. */
  #refund(amount: number, reason: Refund["reason"], queuedAt: number, note = "") {
    const processedAt = queuedAt + between(this.order.random, 4, 90) * SECOND;
    this.life.refund = { amount, reason, note, queuedAt, processedAt };
    this.#log("refund_queued", reason === "unserviceable" ? "system" : "staff", queuedAt);
    this.#log("refund_processed", "gateway", processedAt);
    const payment = this.life.attempts.at(-1)!;
    if (amount < this.options.total) return;
    payment.status = "refunded";
    payment.updatedAt = processedAt;
  }

  #refundWhole(reason: Refund["reason"], queuedAt: number, note: string) {
    this.#refund(this.options.total, reason, queuedAt, note);
    this.life.state = "refunded";
    this.life.cancelReason = null;
    this.#log("refunded", "gateway", this.life.refund!.processedAt);
  }
}

type Step = { state: "packed" | "shipped" | "delivered"; at: number };

/** The steps taken by now; with `reached` the steps up to it, shortened to fit into the past. */
function hurried(
  steps: readonly Step[],
  { from, now, reached }: { from: number; now: number; reached?: LifeOptions["reached"] },
): Step[] {
  if (reached === undefined) return steps.filter((step) => step.at < now);
  const taken = steps.slice(0, steps.findIndex((step) => step.state === reached) + 1);
  const last = taken.at(-1)?.at ?? from;
  if (last < now) return taken;
  const pace = (0.95 * (now - from)) / (last - from);
  return taken.map((step) => ({ ...step, at: Math.floor(from + (step.at - from) * pace) }));
}

/** Parcels are handled from nine to seven, Indian time: moves times at night to the next morning. */
function officeTime(time: number, random: Random): number {
  const ofDay = (time + IST_OFFSET) % DAY;
  if (ofDay >= 9 * HOUR && ofDay < 19 * HOUR) return time;
  const morning = time - ofDay + (ofDay < 9 * HOUR ? 0 : DAY) + 9 * HOUR;
  return morning + between(random, 1, 90) * MINUTE;
}

function capturedAttempt(random: Random, at: number): Attempt {
  const made = { status: "captured", failure: null, at, updatedAt: at } as const;
  if (random() < 0.6) return { ...made, method: "upi", cardLast4: null, vpa: UPI_SUCCESS };
  const card = pick(
    random,
    TEST_CARDS.filter((card) => !card.failure),
  );
  return { ...made, method: "card", cardLast4: card.number.slice(-4), vpa: null };
}

function failedAttempt(random: Random, at: number): Attempt {
  const made = { status: "failed", at, updatedAt: at } as const;
  if (random() < 0.4) {
    return { ...made, failure: upiFailure(UPI_FAILURE), method: "upi", cardLast4: null, vpa: UPI_FAILURE };
  }
  const card = pick(
    random,
    TEST_CARDS.filter((card) => card.failure),
  );
  return { ...made, failure: card.failure!, method: "card", cardLast4: card.number.slice(-4), vpa: null };
}
