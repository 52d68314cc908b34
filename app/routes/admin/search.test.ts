import { beforeAll, expect, test } from "vitest";
import { flushSearches, noteSearch } from "~/domain/search-terms/note-searches.server";
import { createStaff } from "~/test/factories";
import { openPage, readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
const PAGE = "/admin/search/synonyms";
let staff: Browser;
beforeAll(async () => {
  staff = await signedIn(shop, await createStaff(shop.db.write));
});
const idOf = async (phrase: string) => {
  const row = await shop.db.read
    .selectFrom("search_synonym_phrases")
    .select("synonym_id")
    .where("phrase", "=", phrase)
    .executeTakeFirstOrThrow();
  return row.synonym_id;
};

test("a search that found nothing becomes a synonym, which is changed and deleted", async () => {
  noteSearch(shop.db.write, "Gaudan & <b>", 0);
  noteSearch(shop.db.write, "Nirmla", 3, { isForgiven: true });
  await flushSearches(shop.db.write);
  const searches = await openPage(staff, "/admin/search");
  expect(searches.html).toContain('href="/admin/search/synonyms?add=gaudan+b"');
  const filtered = await openPage(staff, "/admin/search?kind=forgiven");
  expect(filtered.html).toContain("nirmla");
  expect(filtered.html).not.toContain("gaudan");
  expect((await openPage(staff, `${PAGE}?add=gaudan+b`)).html).toMatch(
    /<textarea[^>]*>\s?gaudan b\n<\/textarea>/,
  );

  const add = (phrases: string) => readPage(staff.post(`${PAGE}?add=gaudan+b`, { intent: "save", phrases }));
  const refused = await add("gaudan b");
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("At least two words or phrases are required");
  expect(await add("gaudan b\nGodan")).toMatchObject({ status: 303, to: PAGE });
  const taken = await add("GODAN\nCow");
  expect(taken.status).toBe(400);
  expect(taken.html).toContain("“Godan” is in another synonym");
  expect(taken.html).toMatch(/<textarea[^>]*>\s?GODAN\nCow<\/textarea>/);

  const id = await idOf("Godan");
  expect((await openPage(staff, "/admin/search")).html).toContain(`href="/admin/search/synonyms?edit=${id}"`);
  const changed = await readPage(
    staff.post(`${PAGE}?edit=${id}`, { intent: "save", phrases: "Godan\nगोदान" }),
  );
  expect(changed).toMatchObject({ status: 303, to: PAGE });
  expect((await openPage(staff, `${PAGE}?edit=${id}`)).html).toContain("gaudan b");
  expect((await openPage(staff, `${PAGE}?confirm=delete-${id}`)).html).toMatch(
    /<bdi>Godan<\/bdi>(?:<!-- -->)?, (?:<!-- -->)?<bdi>गोदान<\/bdi>/,
  );
  expect(await readPage(staff.post(PAGE, { intent: "delete", id }))).toMatchObject({ status: 303, to: PAGE });
  expect((await openPage(staff, PAGE)).html).toContain("No synonyms yet");
  expect((await staff.post(PAGE, { intent: "delete", id })).status).toBe(404);
  expect((await staff.get(`${PAGE}?edit=${id}`)).status).toBe(404);
});
