/** The views of the staff's list of orders: what each is called, and its filters as the list's address has them. */
export const ORDER_VIEWS = {
  confirm: { label: "To confirm", query: "waits=confirm" },
  pack: { label: "To pack", query: "status=paid&ready=yes" },
  ship: { label: "To ship", query: "status=packed" },
  /** The promised day has passed, and the parcel has not left. */
  late: { label: "Late", query: "late=yes&status=paid&status=packed" },
  answer: { label: "To answer", query: "return=requested" },
} as const;
export type OrderView = keyof typeof ORDER_VIEWS;

/** Where a view is. */
export const viewPath = (view: OrderView): string => `/admin/orders?${ORDER_VIEWS[view].query}`;
