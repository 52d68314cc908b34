import { readDb } from "~/db/shop-database.server";
import { formatCount } from "~/domain/kit/counts";
import { parseId } from "~/domain/kit/ids";
import { searchTerm } from "~/domain/kit/listing/listing";
import { findCustomer, findCustomerRow, listCustomers } from "~/domain/people/accounts/customers.server";
import { textField } from "~/http/request/forms/read-form.server";
import { typedForm, type TypedForm } from "./book-lines.server";

/** Somebody who has an account. */
export interface KnownCustomer {
  id: number;
  name: string;
  email: string;
}

/** For whom an order is, and whom a search found, where one has to be chosen; null: nobody was searched for. */
export interface CustomerChoice {
  customer: KnownCustomer | null;
  people: (KnownCustomer & { orders: number })[] | null;
}

const FOUND_MAX = 10;

/** Whether a customer is searched for, chosen or left again. */
export const isCustomerSearch = (form: FormData): boolean =>
  form.has("chooseCustomer") ||
  form.get("intent") === "findCustomer" ||
  form.get("intent") === "otherCustomer";

const known = ({ id, name, email }: KnownCustomer): KnownCustomer => ({ id, name, email });

/** The customer whom the form names by id; null: it names none, or nobody has the id. */
export async function customerIn(form: FormData): Promise<KnownCustomer | null> {
  const id = parseId(textField(form, "customerId"));
  const row = id === null ? null : await findCustomerRow(readDb, id);
  return row && known(row);
}

/**
 * The form after a search for a customer by name, phone or email, after one was chosen, or left. A single match is chosen, and
 * their address filled in where none was typed.
 */
export async function withCustomer(form: FormData): Promise<TypedForm & CustomerChoice> {
  const shown = { ...(await typedForm(form)), customer: null, people: null };
  if (form.get("intent") === "otherCustomer") return shown;
  const chosen = parseId(textField(form, "chooseCustomer"));
  if (chosen !== null) return withChosen(shown, chosen);
  const q = searchTerm(textField(form, "who"));
  if (q === "") return shown;
  const search = { q, page: 1, size: FOUND_MAX, sort: null, status: "active" } as const;
  const { rows, count, isForgiven } = await listCustomers(readDb, search);
  if (count === 1 && !isForgiven) return withChosen(shown, rows[0]!.id);
  const many = `${formatCount(count)} customers match “${q}”: here are ${FOUND_MAX}. Type more of the name, or the phone`;
  const who = count === 0 ? `No customer matches “${q}”` : count > FOUND_MAX ? many : null;
  const people = rows.map((row) => ({ ...known(row), orders: row.orders }));
  return { ...shown, errors: who === null ? {} : { who: [who] }, people };
}

async function withChosen(shown: TypedForm, id: number): Promise<TypedForm & CustomerChoice> {
  const found = await findCustomer(readDb, id);
  const customer = found && known(found);
  const [address] = found?.addresses ?? [];
  const typed: Record<string, string> = { ...shown.typed, who: "" };
  if (address && !typed.address1) Object.assign(typed, { to: "address" }, textsOf(address));
  return { ...shown, typed, customer, people: null };
}

const textsOf = (address: object) =>
  Object.fromEntries(Object.entries(address).filter((entry) => typeof entry[1] === "string"));
