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

/** Where a view is. @param kept of `keptInViews` */
export const viewPath = (view: OrderView, kept = ""): string =>
  `/admin/orders?${[ORDER_VIEWS[view].query, kept].filter(Boolean).join("&")}`;

/** Filters that stay when somebody goes from one view to another, and by which the views are counted. */
const KEPT = ["zone", "title", "book", "method", "payment"];

/** Those of a list's address: "zone=2&title=gora"; empty for none. */
export const keptInViews = (params: URLSearchParams): string =>
  String(new URLSearchParams([...params].filter(([name, value]) => KEPT.includes(name) && value !== "")));
