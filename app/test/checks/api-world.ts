import { startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { signAccessToken } from "~/http/request/access-token.server";
import { createBook, setSettings } from "../factories";
import { accountWithPassword, PASSWORD } from "../factories-accounts";
import { type Browser, signedIn, type TestShop } from "../shop";

/** An account with an access token and a signed-in browser. */
export interface Person {
  id: number;
  email: string;
  token: string;
  refreshToken: string;
  browser: Browser;
}

/** A shop with a book and accounts to call its API. Orders, cart and so on of the examples belong to `customer`. */
export interface World {
  shop: TestShop;
  bookId: number;
  customer: Person;
  other: Person;
  staff: Person;
}

export async function createWorld(shop: TestShop): Promise<World> {
  const bookId = await createBook(shop.db.write, { stock: 10_000 });
  // One customer places hundreds of orders of one book, and pays few of them.
  await setSettings(shop.db.write, { mostCopies: 10_000, mostUnpaidOrders: 10_000 });
  const [customer, other, staff] = [
    await createPerson(shop),
    await createPerson(shop),
    await createPerson(shop, "admin"),
  ];
  return { shop, bookId, customer, other, staff };
}

export async function createPerson(shop: TestShop, role: "customer" | "admin" = "customer"): Promise<Person> {
  const { id, email } = await accountWithPassword(shop.db.write, PASSWORD, { role });
  const grant = await startRefreshFamily(shop.db.write, id);
  return {
    id,
    email,
    token: await signAccessToken(grant),
    refreshToken: grant.refreshToken,
    browser: await signedIn(shop, id),
  };
}

/** An example call of an operation. `access` decides about 401 and 403. */
export interface CallExample {
  /** Repeated here on purpose, so that a change of the operation's access fails a test. */
  access: "public" | "anyone" | "member" | "customer" | "staff";
  params?: (world: World) => Promise<Record<string, number | string>>;
  query?: (world: World) => Promise<Record<string, string>>;
  /** Called for each call: creates what the call needs, owned by the customer. */
  body?: (world: World) => Promise<Record<string, unknown>>;
  /** The status for other callers, if the body or path names something of the customer's. */
  forOthers?: 404;
  /** The status for staff, if it differs from what `access` says. */
  staff?: 403;
}
