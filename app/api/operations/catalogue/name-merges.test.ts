import { beforeAll, expect, test } from "vitest";
import { MASTER_DATA, type MasterDataEntity } from "~/domain/kit/master-data";
import { nameKey } from "~/domain/catalogue/names/names";
import { type ApiClient, type ApiResult, guestClient, staffClient } from "~/test/api";
import { catalogueBook } from "~/test/factories-catalogue";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: ApiClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

const ENTITIES: MasterDataEntity[] = Object.values(MASTER_DATA);

async function add({ table }: MasterDataEntity, name: string): Promise<number> {
  const row = { name, name_key: nameKey(name) };
  return (await shop.db.write.insertInto(table).values(row).returning("id").executeTakeFirstOrThrow()).id;
}

test.each(ENTITIES)("$key: deleted, previewed and merged", async (entity) => {
  const { path } = entity.api;
  const [unused, gone, stays] = [
    await add(entity, "Aaa"),
    await add(entity, "Bbb"),
    await add(entity, "B b b"),
  ];
  const remove = (id: number) => staff.post<ApiResult>(`/${path}/admin/${id}/deletion`, {});
  expect(await remove(unused)).toMatchObject({
    status: 200,
    body: { result: 1, msg: `${entity.label} deleted successfully!` },
  });
  expect((await remove(unused)).status).toBe(404);

  const merge = `/${path}/admin/${gone}/merge/${stays}`;
  expect((await staff.get(merge)).body).toEqual({
    from: "Bbb",
    into: "B b b",
    changed: 0,
    both: 0,
    books: [],
    homeBlocks: [],
    pageTaken: [],
    pageLost: [],
  });
  expect((await staff.post<ApiResult>(`/${path}/admin/${gone}/merge/${gone}`, {})).body).toMatchObject({
    result: 0,
    msg: `Please choose another ${entity.noun}: it cannot be merged into itself`,
  });
  expect((await staff.post<ApiResult>(merge, {})).body).toMatchObject({
    result: 1,
    msg: "“Bbb” was merged into “B b b”",
    changed: 0,
  });
  expect(await staff.post<ApiResult>(merge, {})).toMatchObject({ status: 404, body: { msg: /meanwhile/ } });
  expect((await staff.get(merge)).status).toBe(404);
});

test("a tag in use is not deleted; merged, its id and its name still find its books", async () => {
  const bookId = await catalogueBook(shop.db.write, { title: "Gora", tags: ["Upanyas"] });
  const { id } = await shop.db.read
    .selectFrom("tags")
    .select("id")
    .where("name", "=", "Upanyas")
    .executeTakeFirstOrThrow();
  expect((await staff.post<ApiResult>(`/booktags/admin/${id}/deletion`, {})).body).toMatchObject({
    result: 0,
    msg: "“Upanyas” is used by 1 book, so it cannot be deleted. It can be merged into another one.",
  });
  const into = await add(MASTER_DATA.tag, "Novel");
  const merge = `/booktags/admin/${id}/merge/${into}`;
  expect((await staff.get(merge)).body).toMatchObject({ changed: 1, books: [{ bookId, title: "Gora" }] });
  expect((await staff.post(merge, {})).body).toMatchObject({ result: 1, changed: 1 });
  const guest = guestClient(shop);
  for (const filter of [{ tagids: [id] }, { tags: ["Upanyas"] }])
    expect((await guest.post("/browsebooks/paged", { page: 0, ...filter })).body).toMatchObject({
      data: [{ bookId }],
    });
});
