import { expect, test } from "vitest";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { createBook, createStaff, setSettings } from "~/test/factories";
import { createTestDatabase } from "~/test/database";
import { booksWithShortHsn, listShortHsn } from "./short-hsn.server";
import { addIndiaRates } from "./tax-rates.server";

test("lists the books whose code is too short for the turnover, their own or the settings'", async () => {
  const db = (await createTestDatabase()).write;
  const staffId = await createStaff(db);
  await createBook(db, { title: "Six", hsn: "490199" });
  await createBook(db, { title: "Four", hsn: "4901" });
  await createBook(db, { title: "None", hsn: null, hidden: 1 });
  await createBook(db, { title: "Paper", hsn: null, format: "BC" });
  await createBook(db, { title: "Screen", hsn: null, format: "EA" });
  const short = async () => (await booksWithShortHsn(db)).map(({ title, hsn, isOwn }) => [title, hsn, isOwn]);
  expect(await short()).toEqual([]);
  await setSettings(db, { aboveFiveCrore: "yes" });
  const all = [["Four", "4901", true], ["None", "4901", false], ["Paper", "4901", false], ["Screen", "4901", false]]; // oxfmt-ignore
  expect(await short()).toEqual(all);
  await setSettings(db, { hsn: "490199" });
  expect(await short()).toEqual([["Four", "4901", true]]);
  // Where the shop keeps rates, an e-book is none of 4901.
  await addIndiaRates(db, staffId);
  expect(await short()).toEqual([["Four", "4901", true], ["Screen", "9984", false]]); // oxfmt-ignore
  await setSettings(db, { hsn: "4901" });
  expect((await short()).map(([title]) => title)).toEqual(["Four", "None", "Paper", "Screen"]);
  const page = await listShortHsn(db, parseListSearch(new URLSearchParams("pageSize=5&page=1")));
  expect([page.digits, page.list.count, page.list.rows.map(({ title }) => title)]).toEqual([6, 4, ["Four", "None", "Paper", "Screen"]]); // oxfmt-ignore
});
