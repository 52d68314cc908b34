/** Customers as staff see them. Money in paise, times ISO 8601. */

import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import type { PaymentWay } from "~/domain/sales/delivery/plan";
import type { OrderState } from "~/domain/sales/orders/orders";
import type { Right } from "~/domain/kit/rights/rights";
import { readParam } from "~/domain/kit/search-params";

export const ACCOUNT_STATUSES = ["active", "inactive"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const STATUS_LABELS: Record<AccountStatus, string> = { active: "Active", inactive: "Inactive" };

/** What staff are told after a change of status. */
export const statusMessage = (name: string, status: AccountStatus) =>
  status === "active"
    ? `${name} is active and can log in again`
    : `${name} is inactive and has been logged out`;

/** @returns null for anything that is no status */
export function parseAccountStatus(value: unknown): AccountStatus | null {
  return ACCOUNT_STATUSES.find((status) => status === value) ?? null;
}

export const CUSTOMER_SORTS = ["name", "orders", "joined"] as const;

export interface CustomerSearch extends ListSearch<(typeof CUSTOMER_SORTS)[number]> {
  /** null: all. */
  status: AccountStatus | null;
}

/** Reads the list's URL; invalid values are ignored. */
export function parseCustomerSearch(params: URLSearchParams): CustomerSearch {
  return {
    ...parseListSearch(params, CUSTOMER_SORTS),
    status: parseAccountStatus(readParam(params, "status")),
  };
}

export interface Customer {
  id: number;
  name: string;
  email: string;
  status: AccountStatus;
  joinedAt: string;
  /** All orders placed, in any state: as many as /admin/orders?customer=ID lists. */
  orders: number;
  /** When the owner deleted the account; name and address are then placeholders. */
  deletedAt: string | null;
}

/** All that the customer's page shows. */
export interface CustomerDetail extends Customer {
  emailConfirmedAt: string | null;
  /** Money received less money returned. */
  spent: number;
  lastOrderAt: string | null;
  /** The newest ten. */
  recentOrders: {
    id: number;
    placedAt: string;
    state: OrderState;
    /** Whether its books are fetched at the shop. */
    isPickUp: boolean;
    paymentWay: PaymentWay;
    dueAtDoor: number;
    itemCount: number;
    total: number;
  }[];
  addresses: (AddressFields & { id: number })[];
}

/** A customer as somebody with these rights may see them: their orders belong to the right to read orders. */
export const customerFor = (customer: CustomerDetail, rights: readonly Right[]): CustomerDetail =>
  rights.includes("orders") ? customer : { ...customer, recentOrders: [] };
