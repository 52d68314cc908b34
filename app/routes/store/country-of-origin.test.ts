import { beforeAll, expect, test } from "vitest";
import { countryIn } from "~/domain/kit/addresses/countries";
import { guestClient } from "~/test/api";
import { createBook } from "~/test/factories";
import { openPage } from "~/test/pages";
import { type Browser, guestBrowser, testShop } from "~/test/shop";

const shop = testShop();
let guest: Browser;
beforeAll(() => {
  guest = guestBrowser(shop);
});
const whole = async (path: string) => (await openPage(guest, path)).html;
const FILTERS = "/books?filters=all";

test("a shop without imported books shows no filter of it; with one it does, and finds it by its country", async () => {
  await createBook(shop.db.write, { title: "Gora", country_of_origin: "IN", importer: "Nobody" });
  await createBook(shop.db.write, { title: "Kari" });
  const hidden = { title: "Hamlet", country_of_origin: "FR", importer: "X", hidden: 1 } as const;
  await createBook(shop.db.write, hidden);
  expect(await whole(FILTERS)).not.toContain("Country of origin");
  const id = await createBook(shop.db.write, {
    title: "Emma",
    country_of_origin: "GB",
    importer: "Neem Imports <b>, 4 Fort Road, Mumbai",
  });
  const html = await whole(FILTERS);
  expect(html).toMatch(/Country of origin.*United Kingdom/s);
  for (const other of ["France", "India<"]) expect(html).not.toContain(other);
  const found = await whole("/books?country=GB");
  expect(found).toContain("Emma");
  for (const title of ["Gora", "Kari", "Hamlet"]) expect(found).not.toContain(`>${title}<`);
  expect(await whole("/books?country=FR")).not.toContain("Hamlet");
  // What is no country is not read.
  expect(await whole("/books?country=XX")).toContain("Kari");

  const page = await whole(`/books/${id}?tab=details`);
  expect(page).toMatch(/Country of origin<\/th><td><bdi>United Kingdom/);
  expect(page).toContain("Neem Imports &lt;b&gt;, 4 Fort Road, Mumbai");
  const [gora] = await shop.db.read.selectFrom("books").select("id").where("title", "=", "Gora").execute();
  const home = await whole(`/books/${gora!.id}?tab=details`);
  for (const text of ["Country of origin", "Nobody"]) expect(home).not.toContain(text);
});

test("programs filter by it", async () => {
  const client = guestClient(shop);
  const paged = (country: string[]) =>
    client.post<{ result?: number; msg?: string; data: { title: string }[] }>("/browsebooks/paged", { page: 0, pageSize: 20, country }); // oxfmt-ignore
  expect((await paged(["GB"])).body.data.map(({ title }) => title)).toEqual(["Emma"]);
  expect((await paged(["IN"])).body).toMatchObject({
    result: 0,
    msg: expect.stringContaining("codes of countries"),
  });
});

test.each([
  ["GB", "GB"],
  [" gb ", "GB"],
  ["United  Kingdom", "GB"],
  ["U.S.A.", "US"],
  ["Côte d’Ivoire", "CI"],
  ["india", "IN"],
  ["Ruritania", null],
  ["", null],
])("%s in a file is %s", (text, country) => {
  expect(countryIn(text)).toBe(country);
});
