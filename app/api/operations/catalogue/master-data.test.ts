import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { NAME_PAGES } from "~/domain/catalogue/names/paged-entities";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { type ApiClient, type ApiResult, customerClient, guestClient, staffClient } from "~/test/api";
import { testShop } from "~/test/shop";

type Row = Record<string, string | number>;
interface Page {
  data: Row[];
  count: number;
  totalPages: number;
}

const shop = testShop();
let staff: ApiClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

/** Repeated here from docs/specification.md §3, §7. */
const CONTRACT: [keyof typeof MASTER_DATA, path: string, id: string, name: string, sortField: string][] = [
  ["author", "/authors", "authorId", "authorName", "author_name"],
  ["language", "/languages", "languageId", "languageName", "language_name"],
  ["publisher", "/publishers", "publisherId", "publisherName", "publisher_name"],
  ["series", "/series", "seriesId", "seriesName", "series_name"],
  ["tag", "/booktags", "booktagId", "tagname", "tagname"],
  ["logisticsProvider", "/logistics", "id", "logisticsname", "logisticsname"],
];

test("every entity has its calls", () => {
  expect(CONTRACT.map(([key]) => key).sort()).toEqual(Object.keys(MASTER_DATA).sort());
});

describe.each(CONTRACT)("%s", (key, path, id, name, sortField) => {
  const entity: MasterDataEntity = MASTER_DATA[key];
  const save = (body: unknown) => staff.post<ApiResult & Row>(path, body);
  const add = async (value: string) => (await save({ [name]: value })).body[id] as number;
  const page = async (body: unknown) => (await staff.post<Page>(`${path}/admin/all`, body)).body;

  beforeEach(async () => {
    await shop.db.write.deleteFrom(entity.table).execute();
  });

  test("is added without an id or with 0, changed with its id, and recorded in the audit", async () => {
    const added = await save({ [id]: 0, [name]: "  Neem \0 Tree " });
    expect(added).toMatchObject({
      status: 200,
      body: { result: 1, msg: `${entity.label} added successfully!`, [id]: expect.any(Number) },
    });
    const made = added.body[id] as number;
    expect(await save({ [id]: made, [name]: "neem tree" })).toMatchObject({
      body: { result: 1, msg: `${entity.label} updated successfully!`, [id]: made },
    });
    expect((await save({ [name]: "Banyan" })).body.result).toBe(1);
    expect((await staff.get<Row[]>(`${path}/all`)).body).toEqual([
      { [id]: expect.any(Number), [name]: "Banyan" },
      { [id]: made, [name]: "neem tree" },
    ]);
    const [newest] = await readAudit(shop.db.read, entity.key, made);
    expect(newest).toMatchObject({
      who: "Kamini Iyer",
      changes: [{ before: "Neem Tree", after: "neem tree" }],
    });
  });

  test("checks the limits of the name and refuses a name twice", async () => {
    expect((await save({ [name]: "x".repeat(entity.max) })).body.result).toBe(1);
    const refusal = (msg: string) => ({ status: 200, body: { result: 0, msg, errors: { [name]: [msg] } } });
    expect(await save({ [name]: "x".repeat(entity.max + 1) })).toMatchObject(refusal(entity.tooLong));
    expect(await save({ [name]: " \t" })).toMatchObject(refusal(entity.required));
    expect((await save({ [name]: "Banyan" })).body.result).toBe(1);
    expect(await save({ [name]: " BANYAN " })).toMatchObject(refusal(`${entity.label} already exists`));
    expect((await page({})).count).toBe(2);
  });

  test("another shape is a 400, an unknown id a 404; neither saves anything", async () => {
    for (const body of [{}, { [name]: 7 }, { [name]: null }, { [id]: "1", [name]: "A" }, [], null, "Banyan"])
      expect([body, (await save(body)).status]).toEqual([body, 400]);
    expect(await save({ [id]: 999_999, [name]: "Banyan" })).toMatchObject({
      status: 404,
      body: { result: 0, msg: `${entity.label} not found` },
    });
    expect((await page({})).count).toBe(0);
  });

  test("the list pages from 1, in the order of the alphabet, and can be sorted and searched", async () => {
    for (const value of ["Bel", "amla", "Champa"]) await add(value);
    const names = async (body: unknown) => (await page(body)).data.map((row) => row[name]);
    // Names without visible books have no page in the store.
    const noPage = path.slice(1) in NAME_PAGES && {
      url: null,
      nativeName: null,
      text: "",
      website: null,
      picture: null,
    };
    expect(await page({})).toEqual({
      data: ["amla", "Bel", "Champa"].map((value) => ({
        [id]: expect.any(Number),
        [name]: value,
        ...noPage,
        ...(entity.hasTrackingPage && { trackingPage: null }),
      })),
      count: 3,
      totalPages: 1,
    });
    const nothing = { searchText: "", orderdir: null, sortField: null };
    expect(await names({ page: 1, pageSize: 10, ...nothing })).toEqual(["amla", "Bel", "Champa"]);
    expect(await names({ orderdir: "asc", sortField })).toEqual(["amla", "Bel", "Champa"]);
    expect(await names({ orderdir: "desc", sortField })).toEqual(["Champa", "Bel", "amla"]);
    expect(await names({ orderdir: null, sortField })).toEqual(["amla", "Bel", "Champa"]);
    expect(await names({ orderdir: "asc", sortField: null })).toEqual(["amla", "Bel", "Champa"]);
    expect(await names({ searchText: " AM " })).toEqual(["amla", "Champa"]);
    expect(await page({ page: 2, pageSize: 2, orderdir: "asc", sortField })).toMatchObject({
      data: [{ [name]: "Champa" }],
      count: 3,
      totalPages: 2,
    });
    expect(await page({ page: 3, pageSize: 2 })).toEqual({ data: [], count: 3, totalPages: 2 });
    expect(await page({ searchText: "zz" })).toEqual({ data: [], count: 0, totalPages: 0 });
  });

  test("checks the list's limits", async () => {
    const list = (body: unknown) => staff.post<ApiResult>(`${path}/admin/all`, body);
    for (const body of [{ page: 1, pageSize: 1 }, { pageSize: 100 }, { searchText: "x".repeat(100) }])
      expect((await list(body)).body).toHaveProperty("data");
    for (const [body, msg] of [
      [{ page: 0 }, "page must be 1 or more"],
      [{ pageSize: 0 }, "pageSize must be 1 to 100"],
      [{ pageSize: 101 }, "pageSize must be 1 to 100"],
      [{ searchText: "x".repeat(101) }, "searchText must be at most 100 characters"],
      [{ orderdir: "up" }, "orderdir must be asc or desc"],
      [{ sortField: "id; drop" }, `sortField must be ${sortField} or null`],
    ] as const)
      expect(await list(body)).toMatchObject({ status: 200, body: { result: 0, msg } });
    for (const body of [{ page: "1" }, { pageSize: 1.5 }, { searchText: 1 }, { orderdir: 1 }])
      expect((await list(body)).status).toBe(400);
  });

  test("the calls are only for staff", async () => {
    const customer = await customerClient(shop);
    for (const [client, status] of [
      [guestClient(shop), 401],
      [customer, 403],
    ] as const) {
      expect((await client.get(`${path}/all`)).status).toBe(status);
      expect((await client.post(`${path}/admin/all`, {})).status).toBe(status);
      expect((await client.post(path, { [name]: "Banyan" })).status).toBe(status);
    }
    expect((await page({})).count).toBe(0);
  });
});
