import { beforeAll, expect, test } from "vitest";
import { createBook, createStaff } from "~/test/factories";
import { flashMessages, pageHtml, readPage } from "~/test/pages";
import { staffClient } from "~/test/api";
import { type Browser, signedIn, testShop } from "~/test/shop";

const PAGE = "/admin/settings/tax-rates";
const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await signedIn(shop, await createStaff(shop.db.write));
});
const rows = () => shop.db.read.selectFrom("tax_rates").selectAll().orderBy("id").execute();
const send = (query: string, fields: object) => readPage(staff.post(PAGE + query, { ...fields }));

test("a rate is added, changed and removed; what is refused comes back as it was typed", async () => {
  expect(await pageHtml(staff.get("/admin/settings"))).toContain(`href="${PAGE}"`);
  expect(await pageHtml(staff.get(PAGE))).toContain("No rates yet");
  const typed = { hsn: "4905", from: "2025-09-22", rate: "5", condition: "any", note: "Maps <b>" };
  const refused = await send("?add=1", { ...typed, intent: "save", rate: "much" });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("Rate must be a number from 0 to 100");
  expect(refused.html).toContain('value="much"');
  expect(refused.html).toContain('value="Maps &lt;b&gt;"');
  expect(await send("?add=1", { ...typed, intent: "save" })).toMatchObject({ status: 303, to: PAGE });
  const html = await pageHtml(staff.get(PAGE));
  expect(flashMessages(html)).toEqual(["The tax of HSN 4905, from 22 Sept 2025 is 5 %"]);
  const twice = await send("?add=1", { ...typed, intent: "save" });
  expect([twice.status, twice.html]).toEqual([400, expect.stringContaining("There is a rate of HSN 4905")]);
  const { id } = (await rows())[0]!;
  expect(await pageHtml(staff.get(`${PAGE}?edit=${id}`))).toContain('value="2025-09-22"');
  expect(await send(`?edit=${id}`, { ...typed, intent: "save", rate: "0" })).toMatchObject({ status: 303 });
  expect(await rows()).toMatchObject([{ id, rate: 0, note: "Maps <b>" }]);
  expect(await pageHtml(staff.get(`${PAGE}?confirm=delete-${id}`))).toContain(
    "HSN 4905, from 22 Sept 2025: 0 %",
  );
  expect(await send("", { intent: "delete", id })).toMatchObject({ status: 303, to: PAGE });
  expect(await rows()).toEqual([]);
  for (const gone of [`?edit=${id}`, `?confirm=delete-${id}`, "?edit=x"])
    expect((await staff.get(PAGE + gone)).status).toBe(404);
  expect((await send(`?edit=${id}`, { ...typed, intent: "save" })).status).toBe(404);
  expect((await send("", { intent: "delete", id })).status).toBe(404);
  expect((await send("", { intent: "drop" })).status).toBe(400);
});

test("India's rates are added by one press; programs read, add, change and remove them", async () => {
  expect(await send("", { intent: "india" })).toMatchObject({ status: 303, to: PAGE });
  expect(await pageHtml(staff.get(PAGE))).toMatch(/E-books with a printed edition.*gstgyaan\.com/s);
  const client = await staffClient(shop);
  const list = async () => (await client.get<{ rates: { id: number; hsn: string; rate: number }[] }>("/settings/admin/tax-rates")).body.rates; // oxfmt-ignore
  const { id } = (await list()).find(({ hsn }) => hsn === "4903")!;
  expect((await list())[0]).toMatchObject({ hsn: "4820", from: "2017-07-01", rate: 12, condition: "any" });
  const rate = { hsn: "4903", from: "2017-07-01", rate: 2.5 };
  expect((await client.post("/settings/admin/tax-rates", rate)).body).toMatchObject({ result: 0, errors: { hsn: [expect.any(String)] } }); // oxfmt-ignore
  expect((await client.post("/settings/admin/tax-rates", { ...rate, id })).body).toMatchObject({ result: 1 });
  expect((await list()).find((one) => one.id === id)).toMatchObject({ rate: 2.5 });
  expect((await client.post("/settings/admin/tax-rates", { ...rate, rate: 101 })).body).toMatchObject({
    result: 0,
  });
  expect((await client.post("/settings/admin/tax-rates/remove", { id })).body).toMatchObject({ result: 1 });
  expect((await client.post("/settings/admin/tax-rates/remove", { id })).status).toBe(404);
  expect((await client.post("/settings/admin/tax-rates", { ...rate, id })).status).toBe(404);
});

test("limits are shown with the usual ones, kept from a day on and removed, on the page and by programs", async () => {
  expect(await pageHtml(staff.get(PAGE))).toMatch(/Large sale to another state.*₹2,50,000.*₹1,00,000/s);
  const typed = { kind: "largeSale", from: "2027-04-01", amount: "much", note: "Budget <b>" };
  const refused = await send("?limit=new", { ...typed, intent: "save-limit" });
  expect([refused.status, refused.html]).toEqual([400, expect.stringContaining("Limit must be an amount")]);
  expect(refused.html).toContain('value="Budget &lt;b&gt;"');
  const amount = "₹५०,०००";
  expect(await send("?limit=new", { ...typed, amount, intent: "save-limit" })).toMatchObject({
    status: 303,
    to: PAGE,
  });
  const client = await staffClient(shop);
  const list = async () => (await client.get<{ limits: { from: string; amount: number; own: boolean }[] }>("/settings/admin/tax-rates")).body.limits; // oxfmt-ignore
  expect((await list()).map(({ from, amount: rupees, own }) => [from, rupees, own])).toEqual([
    ["2017-07-01", 250_000, false],
    ["2024-08-01", 100_000, false],
    ["2027-04-01", 50_000, true],
    ["2017-07-01", 50_000_000, false],
  ]);
  expect(await pageHtml(staff.get(`${PAGE}?limit=largeSale.2027-04-01`))).toContain("Budget &lt;b&gt;");
  expect(await send("", { ...typed, amount: "1", intent: "remove-limit" })).toMatchObject({ status: 303 });
  const limits = "/settings/admin/tax-limits";
  const limit = { kind: "longHsn", from: "2027-04-01", amount: 12_500_000.5 };
  expect((await client.post(limits, limit)).body).toMatchObject({ result: 1 });
  expect((await client.post(limits, { ...limit, amount: -1 })).body).toMatchObject({ result: 0 });
  expect((await list()).at(-1)).toMatchObject({ amount: 12_500_000.5, own: true });
  expect((await client.post(`${limits}/remove`, limit)).body).toMatchObject({ result: 1 });
  expect((await client.post(`${limits}/remove`, limit)).status).toBe(404);
  expect((await staff.get(`${PAGE}?limit=largeSale.2027-04-01`)).status).toBe(404);
});

test("books whose code is too short for the turnover are listed, each leading to its form", async () => {
  const bookId = await createBook(shop.db.write, { title: "Kari <b>", hsn: "4901" });
  expect(await pageHtml(staff.get("/admin/settings/hsn"))).toContain(
    "All books have a code that is long enough",
  );
  const client = await staffClient(shop);
  expect((await client.post("/settings/admin", { aboveFiveCrore: "yes" })).body).toMatchObject({ result: 1 });
  const html = await pageHtml(staff.get("/admin/settings/hsn"));
  expect(html).toContain(`href="/admin/products?edit=${bookId}"`);
  expect(html).toContain("Kari &lt;b&gt;");
  expect((await client.post("/settings/admin", { aboveFiveCrore: "perhaps" })).body).toMatchObject({
    result: 0,
  });
});
