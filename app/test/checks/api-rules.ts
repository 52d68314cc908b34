import { expect } from "vitest";
import { type ApiClient, customerClient, guestClient } from "../api";
import type { TestShop } from "../shop";

/** Guests get 401, customers 403. @param body null: a GET */
export async function expectStaffOnly(shop: TestShop, path: string, body: object | null): Promise<void> {
  const customer = await customerClient(shop);
  const ask = (client: ApiClient) => (body ? client.post(path, body) : client.get(path));
  expect([path, await ask(guestClient(shop))]).toMatchObject([path, { status: 401, body: { result: 0 } }]);
  expect([path, await ask(customer)]).toMatchObject([path, { status: 403, body: { result: 0 } }]);
}

/** Checks the limits that every list has, on both sides of each limit. */
export async function expectListLimits(client: ApiClient, path: string): Promise<void> {
  for (const good of [
    {},
    { page: 1, pageSize: 1 },
    { pageSize: 100, searchText: null, sortField: null, orderdir: null },
    { searchText: "x".repeat(100) },
    { page: 100_000 },
  ]) {
    const { status, body } = await client.post<{ data: unknown[] }>(path, good);
    expect([path, good, status, Array.isArray(body.data)]).toEqual([path, good, 200, true]);
  }
  for (const broken of [
    { page: 0 },
    { page: -1 },
    { pageSize: 0 },
    { pageSize: 101 },
    { page: 100_001 },
    { searchText: "x".repeat(101) },
    { sortField: "nothing" },
    { orderdir: "up" },
  ]) {
    const { status, body } = await client.post(path, broken);
    expect([path, broken, status, body]).toMatchObject([
      path,
      broken,
      200,
      { result: 0, errors: { [Object.keys(broken)[0]!]: [expect.any(String)] } },
    ]);
  }
  for (const odd of [{ page: "1" }, { pageSize: 1.5 }, { searchText: 5 }, { sortField: 5 }, []])
    expect([path, odd, (await client.post(path, odd)).status]).toEqual([path, odd, 400]);
}
