import { viewPath } from "~/domain/sales/orders/desk/order-views";

const ORDER = "/admin/orders/:orderId";

/**
 * What waits for staff today: a list, filtered, and the form that does the work, by its screen's route and its intent. Each is
 * for those who may see the list and send the form.
 */
export const DAY_WORK = {
  confirm: {
    label: "To confirm",
    note: "orders paid at the door",
    to: viewPath("confirm"),
    form: [ORDER, "confirm"],
  },
  pack: {
    label: "To pack",
    note: "paid orders",
    to: viewPath("pack"),
    form: ["/admin/orders", "pack"],
  },
  ship: {
    label: "To ship",
    note: "packed orders",
    to: viewPath("ship"),
    form: [ORDER, "despatch"],
  },
  late: {
    label: "Late orders",
    note: "past their estimated delivery",
    to: "/admin/orders?late=yes",
    form: [ORDER, "deliver"],
  },
  refunds: {
    label: "Failed refunds",
    note: "to try again",
    to: "/admin/orders?refund=failed",
    form: [ORDER, "retry-refund"],
  },
  payBack: {
    label: "To pay back",
    note: "by hand",
    to: "/admin/orders?waits=pay-back",
    form: [ORDER, "paid-back"],
  },
  misfits: {
    label: "Payments",
    note: "that do not fit their order",
    to: "/admin/orders?misfit=yes",
    form: [ORDER, "cancel"],
  },
  returns: {
    label: "Returns",
    note: "to answer",
    to: viewPath("answer"),
    form: [ORDER, "return"],
  },
  messages: {
    label: "Messages",
    note: "to answer",
    to: "/admin/pages/messages?state=open",
    form: ["/admin/pages/messages"],
  },
  wanted: {
    label: "Titles asked for",
    note: "to answer",
    to: "/admin/search/wanted?state=waiting",
    form: ["/admin/search/wanted"],
  },
  overdue: {
    label: "Overdue books",
    note: "due, and none in stock",
    to: "/admin/products?release=overdue",
    form: ["/admin/products"],
  },
} as const satisfies Record<
  string,
  {
    label: string;
    note: string;
    to: string;
    form: readonly [screen: string, intent?: string];
  }
>;

export type DayWorkKey = keyof typeof DAY_WORK;

export interface DayWork {
  /** How many there are of what waits, in the order of `DAY_WORK`; never 0. */
  waiting: { key: DayWorkKey; count: number }[];
  /** Copies that customers have pre-ordered of overdue books. */
  owed: number;
}
