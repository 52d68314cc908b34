import { beforeAll, expect, test } from "vitest";
import { type ApiClient, staffClient } from "~/test/api";
import { pageWords, settledImport, uploadImport } from "~/test/files/import-pages";
import { flashMessages, openPage, readPage } from "~/test/pages";
import { type Browser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
let api: ApiClient;

beforeAll(async () => {
  staff = await staffBrowser(shop);
  api = await staffClient(shop);
});

/** Prices that can be read in two ways, authors that look like two, and a pair of equal rows. */
const CSV = [
  "Title;Author;MRP;Brief;Publisher;Language;Tags",
  "Godan;Premchand, Munshi;1.299;A cow.;Saar Books;Hindi;Novel, Village",
  "Nirmala;Asha Rao & Ila Sen;99.50;A girl.;Saar Books;Hindi;Novel, Village",
  "Nirmala;Asha Rao & Ila Sen;99.50;A girl.;Saar Books;Hindi;Novel, Village",
].join("\n");

const MAPPING = {
  intent: "plan",
  mode: "add_and_change",
  ...Object.fromEntries(
    ["title", "contributors", "price", "brief", "publisher", "language", "tags"].map((key, index) => [
      `column-${index}`,
      key,
    ]),
  ),
};

/** @returns the page of a checked import, and its words */
async function checked() {
  const { to } = await uploadImport(staff, CSV, "questions.csv");
  expect(await readPage(staff.post(to!, MAPPING))).toMatchObject({ status: 303, to });
  return { page: to!, html: await settledImport(staff, to!) };
}

const checkedAt = (html: string) => /name="checked" value="([^"]+)"/.exec(html)![1]!;

test("the page asks, takes the answers, and keeps how columns are read for the next file", async () => {
  const { page, html } = await checked();
  const words = pageWords(html);
  expect(words).toContain("These numbers can be read in two ways. What is right?");
  expect(words).toContain("1.299 → becomes ₹1,299");
  expect(words).toContain("Does a comma separate people, or stand after a surname?");
  expect(words).toContain("Premchand, Munshi → becomes Munshi Premchand");
  expect(words).toContain("2 tags, not 1");
  expect(words).toContain("1 row without ISBN, SKU and Book ID has the title, author, format and publisher");
  expect(words).toContain("The import adds 1 book; 2 rows are refused and left out.");

  const answers = { intent: "answers", checked: checkedAt(html) };
  const wrong = await readPage(staff.post(page, { ...answers, "reading-0": "dots", "answer-twins": "same" }));
  expect(wrong.status).toBe(400);
  expect(pageWords(wrong.html)).toContain("Choose one of the list");
  expect(wrong.html).toMatch(/value="same"[^>]*checked|checked[^>]*value="same"/);
  const old = await readPage(staff.post(page, { ...answers, checked: "2020-01-01T00:00:00.000Z" }));
  expect(flashMessages((await openPage(staff, old.to!)).html)).toEqual([
    "The file was checked again meanwhile: see what it asks now",
  ]);

  const given = { "reading-0": "inverted", "reading-1": "comma", "answer-twins": "add" };
  expect(await readPage(staff.post(page, { ...answers, ...given }))).toMatchObject({ status: 303, to: page });
  const after = await settledImport(staff, page);
  expect(pageWords(after)).toContain("The import adds 3 books.");
  expect(pageWords(after)).toContain("₹1,299.00");
  expect(pageWords(after)).toContain("Munshi Premchand");

  const next = pageWords((await checked()).html);
  expect(next).toContain("The import adds 2 books; 1 row is refused and left out.");
});

test("a program reads the questions and sends the answers", async () => {
  const body = new FormData();
  body.append("file", new File([CSV.replaceAll("MRP", "Rate")], "books.csv"));
  const { importId } = (await api.call<{ importId: number }>("/imports", { method: "POST", body })).body;
  const at = `/imports/${importId}`;
  const read = async () =>
    (await api.get<{ status: string; counts: object; questions: { columns: object[]; rows: object[] } }>(at))
      .body;
  const check = async (sent: object) => {
    const answer = (await api.post<{ result: number }>(`${at}/check`, { mode: "add_and_change", ...sent }))
      .body;
    if (answer.result === 1) await expect.poll(async () => (await read()).status).toBe("planned");
    return answer;
  };
  await check({});
  const { questions, counts } = await read();
  expect(counts).toMatchObject({ added: 1, refused: 2 });
  expect(questions.columns).toMatchObject([
    { heading: "Author", kind: "lists", way: "open", ways: ["split", "inverted", "whole"] },
    { heading: "Rate", kind: "decimal", way: "open", ways: ["point", "comma"] },
    { heading: "Tags", kind: "lists", way: "split" },
  ]);
  expect(questions.rows).toMatchObject([{ kind: "twins", rows: 1, choices: ["same", "add"] }]);
  expect(await check({ answers: { twin: "add" } })).toMatchObject({ result: 0 });
  expect(await check({ readings: [{ heading: "Rate", decimals: "comma" }] })).toMatchObject({ result: 0 });
  const readings = [
    { heading: "Author", lists: "whole" },
    { heading: "Rate", decimal: "comma" },
  ];
  await check({ readings, answers: { twins: "add" } });
  expect((await read()).counts).toMatchObject({ added: 3, refused: 0 });
});
