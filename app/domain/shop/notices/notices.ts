import type { Job, Right } from "~/domain/kit/rights/rights";

/** What staff can be told about by email. */
export const NOTICES = {
  paid_order: {
    label: "Paid orders",
    hint: "One mail for each order, with its books, amount and place of delivery",
    /** A person without it is not told, whatever they chose. */
    right: "orders",
    /** Who is told without having chosen. */
    jobs: ["owner", "manager", "orders"],
  },
  return_request: {
    label: "Return requests",
    hint: "When a customer asks to send books back",
    right: "orders",
    jobs: ["owner", "manager", "orders"],
  },
  failed_refund: {
    label: "Failed refunds",
    hint: "When a refund could not be made, and somebody has to try again",
    right: "orders",
    jobs: ["owner", "manager"],
  },
  unknown_payment: {
    label: "Payments that fit no order",
    hint: "When a payment is of another amount or currency than its order, or a payment or refund belongs to none of the shop's orders (after five days)",
    right: "orders",
    jobs: ["owner", "manager"],
  },
  low_stock: {
    label: "Low stock",
    hint: "At most one mail a day, in the morning, with the books that have become low or sold out",
    right: "catalogue",
    jobs: ["owner", "manager", "catalogue"],
  },
  overdue_book: {
    label: "Overdue books",
    hint: "At most one mail a day, in the morning, with the forthcoming books whose day has passed while customers wait for pre-ordered copies",
    right: "catalogue",
    jobs: ["owner", "manager", "catalogue"],
  },
  contact_message: {
    label: "Messages from the contact form",
    hint: "When a visitor writes to the shop",
    right: "content",
    jobs: ["owner", "manager"],
  },
} as const satisfies Record<string, { label: string; hint: string; right: Right; jobs: readonly Job[] }>;

export type NoticeEvent = keyof typeof NOTICES;

export const NOTICE_EVENTS = Object.keys(NOTICES) as NoticeEvent[];

/** An event that a person may be told about, and whether they are. */
export interface NoticeChoice {
  event: NoticeEvent;
  wanted: boolean;
}

/**
 * Whether somebody is told about an event.
 * @param chosen what they have chosen; undefined: nothing, so that the default of the job holds
 */
export function isTold(
  event: NoticeEvent,
  { job, rights }: { job: Job | null; rights: readonly Right[] },
  chosen: boolean | undefined,
): boolean {
  const { right, jobs } = NOTICES[event];
  return rights.includes(right) && (chosen ?? (jobs as readonly (Job | null)[]).includes(job));
}
