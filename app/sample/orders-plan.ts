import { type Random, seededRandom } from "./random";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const IST_OFFSET = 5.5 * 60 * MINUTE;
const SEED = 0x0b00_0000;

/** What happens to an order, as far as its age allows. */
export type Fate =
  | "served"
  | "waiting" // unpaid at present
  | "timed_out"
  | "superseded" // the customer placed the next one instead
  | "given_up" // cancelled unpaid by the customer
  | "refused" // cancelled unpaid by the shop
  | "too_late" // paid after it timed out, and the books were gone
  | "called_off" // cancelled after the payment, which was refunded
  | "returned" // delivered, and refunded in full
  | "allowance"; // delivered, and refunded in part

/** Frequency per thousand orders; the others are served. */
const FATES: readonly (readonly [Fate, number])[] = [
  ["timed_out", 45],
  ["superseded", 12],
  ["given_up", 10],
  ["refused", 6],
  ["too_late", 6],
  ["called_off", 20],
  ["returned", 18],
  ["allowance", 12],
];

export interface PlanOptions {
  /** Total number of orders. */
  orders: number;
  /** Total number of customers. */
  customers: number;
  /** A whole number of weeks, ending now. */
  spanDays: number;
  /** 1: a constant number of orders per week; 2: a growing number. */
  growth: number;
  /** How many of the last orders are unpaid, placed minutes ago. */
  waiting: number;
  now: Date;
  /** Fixed fates, by the order's ordinal. */
  fates?: Readonly<Record<number, Fate>>;
}

export interface PlannedOrder {
  ordinal: number;
  fate: Fate;
  /** The customer's ordinal. */
  customer: number;
  placedAt: number;
  /** When the next order is placed. The payment comes before, so that invoice numbers are in the order of the ids. */
  nextAt: number;
  /** For everything else about the order; the same for the same ordinal. */
  random: Random;
}

/** The time over which customers join. */
const JOINED_OVER = 800 * DAY;

/**
 * Plans which customer orders when. Times rise with the ordinal and depend only on the options, so that an interrupted
 * run continues where it stopped. There are more orders in the evening than at night, and more in some weeks.
 */
export function planOrders({ orders, customers, spanDays, growth, waiting, now, fates = {} }: PlanOptions) {
  const end = now.getTime();
  const span = spanDays * DAY - 40 * MINUTE;
  const start = end - spanDays * DAY;
  const wave = waves(start, spanDays);
  const served = orders - waiting;

  const randomOf = (ordinal: number) => seededRandom(SEED + ordinal);

  /** The time of the order, before it is moved closer to the order that replaces it. */
  function ownTime(ordinal: number): number {
    if (ordinal >= served) return end - (orders - ordinal) * 4 * MINUTE;
    const share = (ordinal + 0.1 + 0.8 * randomOf(ordinal)()) / served;
    return Math.floor(start + span * wave(1 - (1 - share) ** growth));
  }

  const drawn = (ordinal: number) => fates[ordinal] ?? drawFate(seededRandom(SEED - 1 - ordinal));

  function fateOf(ordinal: number): Fate {
    if (ordinal >= served) return "waiting";
    const fate = drawn(ordinal);
    if (fate !== "superseded") return fate;
    // Only by an order that is not superseded itself.
    return ordinal + 1 < served && drawn(ordinal + 1) !== "superseded" ? "superseded" : "timed_out";
  }

  function placedAt(ordinal: number): number {
    const own = ownTime(ordinal);
    return fateOf(ordinal) === "superseded" ? Math.max(own, ownTime(ordinal + 1) - 6 * MINUTE) : own;
  }

  const joinedAt = (customer: number) =>
    new Date(Math.floor(end - JOINED_OVER * (1 - (customer + 0.5) / customers)));
  /** How many customers have joined by then. */
  const customersAt = (time: number) =>
    Math.min(customers, Math.max(1, Math.floor(customers * (1 - (end - time) / JOINED_OVER))));

  function customerOf(ordinal: number): number {
    // A customer never has two unpaid orders: the second would replace the first.
    if (ordinal >= served) return Math.max(0, customersAt(ownTime(served)) - 1 - (ordinal - served));
    if (ordinal > 0 && fateOf(ordinal - 1) === "superseded") return customerOf(ordinal - 1);
    const draw = seededRandom(SEED * 2 + ordinal)();
    return Math.floor(draw ** 1.3 * customersAt(ownTime(ordinal)));
  }

  return {
    joinedAt,
    order: (ordinal: number): PlannedOrder => ({
      ordinal,
      fate: fateOf(ordinal),
      customer: customerOf(ordinal),
      placedAt: placedAt(ordinal),
      nextAt: ordinal + 1 < orders ? ownTime(ordinal + 1) : end,
      random: randomOf(ordinal),
    }),
  };
}

function drawFate(random: Random): Fate {
  let left = random() * 1000;
  for (const [fate, share] of FATES) {
    left -= share;
    if (left < 0) return fate;
  }
  return "served";
}

/** Maps 0 to 1 monotonically onto itself, with more orders in Indian evenings and in every other half week. */
function waves(start: number, spanDays: number): (share: number) => number {
  const hoursToEvening = 20 - (((start + IST_OFFSET) % DAY) / DAY) * 24;
  const bends = [
    { periods: spanDays / 7, strength: 0.3, phase: 0 },
    { periods: spanDays, strength: 0.6, phase: Math.PI - (2 * Math.PI * hoursToEvening) / 24 },
  ];
  return (share) =>
    bends.reduce((at, { periods, strength, phase }) => {
      const angle = 2 * Math.PI * periods;
      return at + (strength / angle) * (Math.sin(angle * at + phase) - Math.sin(phase));
    }, share);
}
