import { beforeAll, expect, test } from "vitest";
import { staffClient, type StaffClient } from "~/test/api";
import { expectStaffOnly } from "~/test/checks/api-rules";
import { readPdf } from "~/test/files/pdf";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createOrder } from "~/test/orders";
import { testShop } from "~/test/shop";

const shop = testShop();
let staff: StaffClient;
beforeAll(async () => {
  staff = await staffClient(shop);
});

const PATH = "/orders/admin/papers";
const ask = (query: string) =>
  fetch(new URL(`/api/v1${PATH}?${query}`, shop.origin), {
    headers: { Authorization: `Bearer ${staff.token}` },
  });

test("GET /orders/admin/papers answers a PDF in the sequence of the ids; the header names what is left out", async () => {
  const gateway = new MemoryGateway();
  const [paid, shipped, unpaid] = [
    await createOrder(shop.db.write, gateway, "paid"),
    await createOrder(shop.db.write, gateway, "shipped"),
    await createOrder(shop.db.write, gateway, "pending"),
  ].map(({ orderId }) => orderId);
  const answer = await ask(`kind=labels&size=a4&ids=${shipped},${unpaid},${paid}`);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("x-left-out")]).toEqual([
    200,
    "application/pdf",
    String(unpaid),
  ]);
  const { pages } = readPdf(new Uint8Array(await answer.arrayBuffer()));
  expect(pages.map((page) => page.match(/Order #\d+/g))).toEqual([[`Order #${shipped}`, `Order #${paid}`]]);
  expect((await ask(`kind=slips&ids=${paid}`)).headers.has("x-left-out")).toBe(false);

  const exported = await shop.db.read.selectFrom("audit_entries").select("after").where("action", "=", "exported").orderBy("id").execute(); // oxfmt-ignore
  expect(exported.map(({ after }) => JSON.parse(after!) as unknown)).toEqual([
    { List: "Papers: Labels", Orders: `#${shipped}, #${unpaid}, #${paid}` },
    { List: "Papers: Packing slips", Orders: `#${paid}` },
  ]);
  const refusal = async (query: string) => {
    const { status, body } = await staff.get<{ msg: string }>(`${PATH}?${query}`);
    return [status, body.msg];
  };
  expect(await refusal(`kind=slips&ids=${paid},999998,999999`)).toEqual([
    404,
    "There is no order #999998, #999999",
  ]);
  expect(await refusal(`kind=picklist&ids=${shipped}`)).toEqual([404, `Left out: #${shipped} is shipped.`]);
  const many = Array.from({ length: 51 }, (_, n) => n + 1).join(",");
  for (const query of [
    `kind=slips&ids=${many}`,
    "kind=slips",
    `ids=${paid}`,
    `kind=slips&ids=${paid}&size=a5`,
  ])
    expect([query, ...(await refusal(query))]).toEqual([query, 400, "The query is not understood"]);
});

test("it is for staff who may read orders", async () => {
  await expectStaffOnly(shop, `${PATH}?kind=slips&ids=1`, null);
  const catalogue = await staffClient(shop, { job: "catalogue" });
  expect((await catalogue.get(`${PATH}?kind=slips&ids=1`)).status).toBe(403);
});
