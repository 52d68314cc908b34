import type { Db } from "~/db/database.server";
import { STATUS_LABELS } from "~/domain/people/accounts/customers";
import { listCustomers } from "~/domain/people/accounts/customers.server";
import { listBooksForStaff } from "~/domain/catalogue/books/staff/staff-books.server";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { type ForgivingListing, searchedId, searchTerm } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { parseOrderSearch } from "~/domain/sales/orders/desk/order-list";
import { listStaffOrders } from "~/domain/sales/orders/desk/order-list.server";
import { stepLabel } from "~/domain/sales/orders/orders";
import type { Right } from "~/domain/kit/rights/rights";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { FIND_MAX, type Findings, FOUND_MAX, type Found, type FoundGroup } from "./finding";
import { findScreens } from "./screens-found";

interface Searched {
  group: FoundGroup | null;
  isForgiven: boolean;
}

/**
 * Searches everything that somebody with these rights may see: screens and settings by name, and books, orders and customers
 * as their own lists search them; after "#12" the orders lead. Groups whose words are only similar are left out if another one has the words as typed.
 * @param q empty, or without a letter or digit: finds nothing
 */
export async function findAnything(
  db: Db,
  { q: typed, rights }: { q: string; rights: readonly Right[] },
): Promise<Findings> {
  const q = searchTerm(typed.slice(0, FIND_MAX));
  if (!/[\p{L}\p{N}]/u.test(q)) return { groups: [], isForgiven: false };
  const ifMay = (right: Right, find: (db: Db, q: string) => Promise<Searched>) =>
    rights.includes(right) ? find(db, q) : { group: null, isForgiven: false };
  const settings = await readSettings(db);
  const searched = await Promise.all([
    ifMay("catalogue", findBooks),
    ifMay("orders", findOrders),
    ifMay("customers", findCustomers),
    { group: findScreens(q, rights, settings), isForgiven: false },
  ]);
  const found = searched.filter(({ group }) => group !== null);
  const exact = found.filter(({ isForgiven }) => !isForgiven);
  const shown = exact.length > 0 ? exact : found;
  const leads = (group: FoundGroup | null) => searchedId(q) !== null && group?.key === "orders";
  shown.sort((a, b) => Number(leads(b.group)) - Number(leads(a.group)));
  return {
    groups: shown.map(({ group }) => group!),
    isForgiven: shown.length > 0 && exact.length === 0,
  };
}

const FIRST_PAGE = { page: 1, size: FOUND_MAX, sort: null } as const;

/** @param plural the group's things, e.g. "books" */
function searchedIn<Row>(
  list: ForgivingListing<Row>,
  { key, plural, to }: { key: FoundGroup["key"]; plural: string; to: string },
  found: (row: Row) => Found,
): Searched {
  const { rows, count, isForgiven } = list;
  if (count === 0) return { group: null, isForgiven: false };
  const label = plural[0]!.toUpperCase() + plural.slice(1);
  const all = count > rows.length ? { to, label: `All ${formatCount(count)} ${plural}` } : null;
  return {
    group: { key, label, rows: rows.map(found), count, all },
    isForgiven,
  };
}

async function findBooks(db: Db, q: string): Promise<Searched> {
  const { lowStockMark } = await readSettings(db);
  const filters = { lowStock: false, visibility: null, lowStockMark };
  const to = `/admin/products?${new URLSearchParams({ q })}`;
  return searchedIn(
    await listBooksForStaff(db, { q, ...FIRST_PAGE, ...filters }),
    { key: "books", plural: "books", to },
    (book) => ({
      to: `${to}&edit=${book.id}`,
      title: book.title,
      note: [
        book.authors.join(", "),
        book.publisher,
        formatRupees(book.salePrice ?? book.price),
        book.hidden ? "Hidden" : `${formatCount(book.stock)} in stock`,
      ]
        .filter(Boolean)
        .join(" · "),
    }),
  );
}

async function findOrders(db: Db, q: string): Promise<Searched> {
  const params = new URLSearchParams({ q });
  return searchedIn(
    await listStaffOrders(db, { ...parseOrderSearch(params), ...FIRST_PAGE }),
    { key: "orders", plural: "orders", to: `/admin/orders?${params}` },
    (order) => ({
      to: `/admin/orders/${order.id}`,
      title: `#${order.id} · ${order.customer.name}`,
      note: [
        formatDate(order.placedAt),
        stepLabel(order.state, order.isPickUp),
        formatRupees(order.total),
        order.trackingNo && [order.carrier, order.trackingNo].filter(Boolean).join(" "),
      ]
        .filter(Boolean)
        .join(" · "),
    }),
  );
}

async function findCustomers(db: Db, q: string): Promise<Searched> {
  return searchedIn(
    await listCustomers(db, { q, ...FIRST_PAGE, status: null }),
    {
      key: "customers",
      plural: "customers",
      to: `/admin/customers?${new URLSearchParams({ q })}`,
    },
    (customer) => ({
      to: `/admin/customers/${customer.id}`,
      title: customer.name,
      note: [
        customer.email,
        customer.orders === 1 ? "1 order" : `${formatCount(customer.orders)} orders`,
        customer.status === "inactive" ? STATUS_LABELS.inactive : null,
      ]
        .filter(Boolean)
        .join(" · "),
    }),
  );
}
