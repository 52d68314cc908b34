import { startRefreshFamily } from "~/domain/people/accounts/refresh-tokens.server";
import { signAccessToken } from "~/http/request/access-token.server";
import { createAccount, createStaff } from "./factories";
import { type Browser, guestBrowser, signedIn, type TestShop } from "./shop";

const BASE = "/api/v1";

export interface ApiAnswer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The body of refusals and of answers to changes. */
export interface ApiResult {
  result: number;
  msg: string;
  errors?: Record<string, string[]>;
}

/** A client of the JSON API with a bearer token or cookies; sends and reads JSON. */
export class ApiClient {
  readonly #browser: Browser;
  token: string | null;

  constructor(browser: Browser, token: string | null = null) {
    this.#browser = browser;
    this.token = token;
  }

  /** The body of a file is its text. @throws when the answer has another body that is not JSON */
  async call<Body = ApiResult>(
    path: string,
    { headers: more, ...init }: RequestInit = {},
  ): Promise<ApiAnswer<Body>> {
    const headers = new Headers(more);
    if (this.token !== null) headers.set("Authorization", `Bearer ${this.token}`);
    const response = await this.#browser.request(BASE + path, { ...init, headers });
    const text = await response.text();
    const isFile = response.headers.has("Content-Disposition");
    if (text && !isFile && !/^application\/json\b/.test(response.headers.get("Content-Type") ?? ""))
      throw new Error(`${path} answered ${response.status} with ${response.headers.get("Content-Type")}`);
    return {
      status: response.status,
      headers: response.headers,
      body: (isFile ? text : text ? JSON.parse(text) : null) as Body,
    };
  }

  get<Body = ApiResult>(path: string, headers: Record<string, string> = {}): Promise<ApiAnswer<Body>> {
    return this.call(path, { headers });
  }

  post<Body = ApiResult>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<Body>> {
    const json = { "Content-Type": "application/json", ...headers };
    return this.call(path, { method: "POST", body: JSON.stringify(body), headers: json });
  }

  cookieNames(): string[] {
    return this.#browser.cookieNames();
  }
}

/** A client that is not logged in, with a cookie jar. */
export const guestClient = (shop: TestShop) => new ApiClient(guestBrowser(shop));

/** A client with a new bearer token of the account, without the slow check of a password. */
export async function tokenClient(shop: TestShop, accountId: number): Promise<ApiClient> {
  const grant = await startRefreshFamily(shop.db.write, accountId);
  return new ApiClient(guestBrowser(shop), await signAccessToken(grant));
}

/** A client with the session cookie of the pages. */
export async function sessionClient(shop: TestShop, accountId: number): Promise<ApiClient> {
  return new ApiClient(await signedIn(shop, accountId));
}

/** A client with the token of a new customer. @returns it with the account's id */
export async function customerClient(shop: TestShop): Promise<ApiClient & { accountId: number }> {
  const accountId = await createAccount(shop.db.write);
  return Object.assign(await tokenClient(shop, accountId), { accountId });
}

export type StaffClient = ApiClient & { staffId: number };

/** A client with the token of a new member of staff. @returns it with the account's id */
export async function staffClient(
  shop: TestShop,
  given: Parameters<typeof createStaff>[1] = {},
): Promise<StaffClient> {
  const staffId = await createStaff(shop.db.write, given);
  return Object.assign(await tokenClient(shop, staffId), { staffId });
}
