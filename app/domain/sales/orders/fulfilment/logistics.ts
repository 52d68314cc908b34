/** What the Logistics dashboard shows (docs/specification.md §2.22). */

import type { OrderState } from "../orders";

/** The value of the parameter `route` for all destinations outside India. */
export const INTERNATIONAL = "international";

export interface Logistics {
  /** Orders paid or packed. */
  pending: number;
  /** Orders shipped and not delivered. */
  inTransit: number;
  /** Destination states with parcels under way, the busiest first. */
  routes: Route[];
  /** Parcels under way to destinations outside India. */
  international: number;
  recent: Shipment[];
}

export interface Route {
  name: string;
  isIndian: boolean;
  parcels: number;
}

export interface Shipment {
  orderId: number;
  customer: { id: number; name: string };
  /** Place and state. */
  destination: string;
  carrier: string | null;
  trackingNo: string | null;
  /** ISO 8601. */
  despatchedAt: string;
  /** A plain date. */
  etaDate: string | null;
  state: OrderState;
}
