import { beforeAll, expect, test } from "vitest";
import { flushSearches, noteSearch } from "~/domain/catalogue/finding/search-terms/note-searches.server";
import { askForTitle } from "~/domain/readers/waiting/wanted-titles.server";
import { createBook, createStaff } from "~/test/factories";
import { openPage, readPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

/** Searches of programs are not counted. */
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

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
  noteSearch(shop.db.write, { q: "Gaudan & <b>", found: 0, isForgiven: false }, BROWSER);
  noteSearch(shop.db.write, { q: "Nirmla", found: 3, isForgiven: true }, BROWSER);
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

test("staff name the book that a title is, and delete one; addresses are for those with the right", async () => {
  const PAGE = "/admin/search/wanted";
  const ask = (title: string, email: string) =>
    askForTitle(shop.db.write, { title, author: "A. Sen", email });
  await ask("Lost <Pages>", "asha@example.com");
  await ask("lost pages", "ravi@example.com");
  await ask("Other", "ravi@example.com");
  const bookId = await createBook(shop.db.write, { title: "The Lost Pages", stock: 1 });
  const soldOut = await createBook(shop.db.write, { title: "Lost Twice", stock: 0 });
  const { html } = await openPage(staff, PAGE);
  expect(html).toMatch(/lost pages<.*A\. Sen<.*>2<.*Other</s);
  const answer = /href="(\/admin\/search\/wanted\?answer=\d+)"/.exec(html)![1]!;
  const panel = (await openPage(staff, answer)).html;
  expect(panel).toContain("The Lost Pages");
  expect(panel).toMatch(/asha@.*ravi@/s);
  expect((await openPage(staff, `${answer}&find=twice`)).html).toContain("Lost Twice");
  const helper = await signedIn(shop, await createStaff(shop.db.write, { job: "catalogue" }));
  const seen = (await openPage(helper, answer)).html;
  expect(seen).toContain("2 people asked for");
  expect(seen).not.toMatch(/asha@|ravi@/);

  const send = (id: number) => readPage(helper.post(answer, { intent: "answer", bookId: id }));
  const refused = await send(soldOut);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain("This book cannot be bought at present");
  expect(await send(bookId)).toMatchObject({ status: 303, to: PAGE });
  expect((await helper.post(answer, { intent: "answer", bookId })).status).toBe(404);
  expect((await helper.get(answer)).status).toBe(404);
  expect((await openPage(staff, `${PAGE}?state=answered`)).html).toContain("The Lost Pages");

  const waiting = (await openPage(staff, PAGE)).html;
  expect(waiting).not.toContain("lost pages");
  const [, confirm, id = ""] = /href="(\/admin\/search\/wanted\?confirm=delete-(\d+))"/.exec(waiting)!;
  expect((await openPage(staff, confirm!)).html).toContain("deleted for good");
  expect(await readPage(staff.post(PAGE, { intent: "delete", id }))).toMatchObject({ status: 303, to: PAGE });
  expect((await staff.post(PAGE, { intent: "delete", id })).status).toBe(404);
  expect((await openPage(staff, PAGE)).html).toContain("Nobody waits for a title");
});
