import { beforeAll, expect, test } from "vitest";
import { savePage } from "~/domain/front/pages/staff-pages.server";
import { type ApiClient, guestClient } from "~/test/api";
import { createStaff } from "~/test/factories";
import { testShop } from "~/test/shop";

const shop = testShop();
let guest: ApiClient;
let staffId: number;

async function publish(
  address: string,
  more: { kind?: "news"; postedOn?: string; published?: boolean } = {},
) {
  const { kind = "page" as const, postedOn = null, published = true } = more;
  const texts = { title: `Title of ${address}`, body: "We publish *books*.", searchTitle: "" };
  const fields = { ...texts, address, searchDescription: "", hasContactForm: false, pictureId: null };
  const given = { id: null, kind, staffId, version: 0, fields: { ...fields, postedOn, published } };
  const saved = await savePage(shop.db.write, given);
  if (!saved.ok) throw new Error(saved.message);
}

beforeAll(async () => {
  guest = await guestClient(shop);
  staffId = await createStaff(shop.db.write);
  await publish("shipping");
  await publish("about");
  await publish("draft", { published: false });
  for (const day of ["01", "02", "03"])
    await publish(`day-${day}`, { kind: "news", postedOn: `2026-01-${day}` });
  await publish("some-day", { kind: "news", postedOn: "2999-01-01" });
});

test("pages are listed by title, and read with their text as safe HTML", async () => {
  expect(await guest.get("/pages")).toMatchObject({
    status: 200,
    body: [
      { address: "about", path: "/about", title: "Title of about" },
      { address: "shipping", path: "/shipping", title: "Title of shipping" },
    ],
  });
  const { body } = await guest.get<Record<string, unknown>>("/pages/about");
  expect(body).toEqual({
    address: "about",
    path: "/about",
    title: "Title of about",
    description: "We publish books.",
    html: expect.stringContaining("We publish <em>books</em>.") as string,
    hasContactForm: false,
    changedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
});

test("news are listed a page at a time, the newest first, and read one by one", async () => {
  const list = async (query: string) =>
    (await guest.get<{ data: { address: string }[] }>(`/news${query}`)).body;
  const first = await list("?pageSize=2");
  expect(first).toMatchObject({ count: 3, nextPage: 1 });
  expect(first.data.map(({ address }) => address)).toEqual(["day-03", "day-02"]);
  expect(await list("?pageSize=2&page=1")).toMatchObject({ data: [{ address: "day-01" }], nextPage: null });
  expect(await list("?pageSize=2&page=2")).toEqual({ data: [], count: 3, nextPage: null });
  expect((await list("")).data).toHaveLength(3);
  expect((await guest.get("/news?pageSize=101")).status).toBe(400);
  expect(await guest.get("/news/day-02")).toMatchObject({
    status: 200,
    body: {
      path: "/news/day-02",
      postedOn: "2026-01-02",
      picture: null,
      html: expect.stringContaining("<em>books</em>") as string,
    },
  });
});

test("drafts, news before their day and unknown addresses are not found", async () => {
  const paths = ["/pages/draft", "/pages/nothing", "/pages/day-01", "/news/some-day", "/news/about"];
  for (const path of [...paths, "/pages/About", "/news/a--b"])
    expect([path, (await guest.get(path)).status]).toEqual([path, 404]);
});
