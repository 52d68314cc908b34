import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { staffClient } from "~/test/api";
import { catalogueBook } from "~/test/factories-catalogue";
import { jpeg } from "~/test/files/pictures";
import { testShop } from "~/test/shop";
import { zipOf } from "~/test/files/zip-files";

const shop = testShop();

interface Answer {
  result: number;
  msg: string;
  importId?: number;
}

test("a program uploads a file, checks it, imports it and undoes that", async () => {
  const given = { title: "Godan", isbn13: "9780143065838", authors: ["Premchand"], tags: ["Novel"] };
  await catalogueBook(shop.db.write, given);
  const staff = await staffClient(shop);
  const send = async (content: string, field = "file") => {
    const body = new FormData();
    body.append(field, new File([content], "books.csv"));
    const { status, body: answer } = await staff.call<Answer>("/imports", { method: "POST", body });
    return { status, ...answer };
  };
  const files = () => readdirSync(path.join(shop.dataDir, "imports"));

  expect(await send("%PDF-1.7")).toMatchObject({
    status: 200,
    result: 0,
    msg: expect.stringContaining("PDF"),
  });
  expect(await send("ISBN\n1\n", "other")).toMatchObject({ status: 400, result: 0 });
  expect(files()).toEqual([]);

  const { importId } = await send("ISBN,Cost\n9780143065838,300\n9788126415885,free\n");
  const at = `/imports/${importId}`;
  const read = async <Json>(url: string) => (await staff.get<Json>(url)).body;
  const status = async () => (await read<{ status: string }>(at)).status;
  const post = async (url: string, body?: object) => (await staff.post<Answer>(url, body)).body;
  const check = { mode: "add_and_change", columns: [{ heading: "Cost", holds: "price" }] };
  expect(await post(`${at}/check`, { ...check, mode: "all" })).toMatchObject({ result: 0 });
  expect(await post(`${at}/check`, check)).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("planned");
  expect(await read(at)).toMatchObject({
    fileName: "books.csv",
    counts: { rows: 2, added: 0, changed: 1, unchanged: 0, refused: 1 },
    canImport: true,
    canUndo: false,
  });
  expect(await read(`${at}/rows?outcome=changed`)).toMatchObject({
    data: [{ row: 2, title: "Godan", changes: [{ field: "Price", before: "₹250.00", after: "₹300.00" }] }],
    count: 1,
    nextPage: null,
  });
  expect(await read(`${at}/rows?page=1`)).toMatchObject({ data: [], count: 2 });

  expect(await post(`${at}/import`)).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("imported");
  expect(await post(`${at}/cancel`)).toMatchObject({ result: 0 });
  expect(await post(`${at}/undo`)).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("undone");
  expect(await read(at)).toMatchObject({ written: 1, undone: 1, notUndone: 0 });
  expect((await staff.call("/imports/999")).status).toBe(404);
});

test("a program says where the table is, and what new books have in common; that is kept for the next file", async () => {
  const staff = await staffClient(shop);
  const upload = async (content: string | Buffer) => {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(Buffer.from(content))], "books"));
    return `/imports/${(await staff.call<Answer>("/imports", { method: "POST", body })).body.importId}`;
  };
  const read = async (url: string) => (await staff.get<Record<string, unknown>>(url)).body;
  const check = async (at: string, body: object) => {
    const answer = (await staff.post<Answer>(`${at}/check`, { mode: "add_only", ...body })).body;
    if (answer.result === 1) await expect.poll(async () => (await read(at)).status).toBe("planned");
    return answer;
  };

  const list = await upload("Neem Tree Press\nTitle,Author,MRP,Price\nKarmabhumi,Premchand,350,300\n");
  expect(await read(list)).toMatchObject({
    format: "other",
    columns: ["Title", "Author", "MRP", "Price"],
    sheet: null,
    sheets: [],
    headingRow: 2,
    hints: ["What stands above row 2 is not read.", expect.stringContaining('"MRP" counts')],
  });
  expect(await check(list, { headingRow: -1 })).toMatchObject({ result: 0 });
  expect(await check(list, { sheet: "Books" })).toMatchObject({
    result: 0,
    msg: expect.stringContaining("no sheets"),
  });
  expect(await check(list, { headingRow: 1 })).toMatchObject({
    result: 0,
    msg: expect.stringContaining("No column"),
  });
  const defaults = { publisher: "Neem Tree Press", language: "Hindi", tags: "Novel", brief: "A book." };
  expect(await check(list, { headingRow: 2, defaults })).toMatchObject({ result: 1 });
  expect(await read(list)).toMatchObject({ counts: { added: 1, refused: 0 } });

  const product = (isbn: string) =>
    `<ONIXMessage release="3.0"><Product><RecordReference>${isbn}</RecordReference><NotificationType>03</NotificationType><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>Kim</TitleText></TitleElement></TitleDetail><Contributor><ContributorRole>A01</ContributorRole><PersonName>Kipling</PersonName></Contributor></DescriptiveDetail></Product></ONIXMessage>`;
  const onix = await upload(product("9788126415397"));
  expect(await check(onix, { defaults: { ...defaults, price: "250" } })).toMatchObject({ result: 1 });
  expect(await read(onix)).toMatchObject({ columns: [], headingRow: null, counts: { added: 1, refused: 0 } });
  const next = await upload(product("9788126415403"));
  expect(await check(next, { defaults: { price: " " } })).toMatchObject({ result: 1 });
  expect(await read(next)).toMatchObject({ counts: { added: 0, refused: 1 } });
  expect((await read(`${next}/rows`)).data).toMatchObject([
    { problems: [{ column: "Price", message: "Price is required" }] },
  ]);
});

test("a program uploads a ZIP of pictures, imports it and undoes that", async () => {
  const given = { title: "Nirmala", isbn13: "9788126415885", authors: ["Premchand"], tags: ["Novel"] };
  const bookId = await catalogueBook(shop.db.write, given);
  const staff = await staffClient(shop);
  const zip = zipOf({
    "9788126415885.jpg": await jpeg(),
    "9788126415885-back.jpg": await jpeg(300, 450),
    "1234.jpg": await jpeg(),
  });
  const sent = new FormData();
  sent.append("file", new File([new Uint8Array(zip)], "covers.zip"));
  const { body: uploaded } = await staff.call<Answer>("/imports", { method: "POST", body: sent });
  const at = `/imports/${uploaded.importId}`;
  const read = async <Json>(url: string) => (await staff.get<Json>(url)).body;
  const status = async () => (await read<{ status: string }>(at)).status;
  const post = async (url: string, body?: object) => (await staff.post<Answer>(url, body)).body;
  type Book = { coverpage: string; pictures: { kind: string }[] };
  const book = async () => (await read<{ book: Book }>(`/browsebooks/${bookId}`)).book;
  const before = await book();

  expect(await post(`${at}/check`, { mode: "stock_and_price" })).toMatchObject({ result: 0 });
  expect(await post(`${at}/check`, { mode: "add_and_change" })).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("planned");
  expect(await read(at)).toMatchObject({
    kind: "pictures",
    format: "pictures",
    counts: { rows: 3, added: 2, changed: 0, unchanged: 0, refused: 1 },
  });
  expect(await read(`${at}/rows?outcome=added`)).toMatchObject({
    data: [
      { reference: "9788126415885-back.jpg", title: "Nirmala", bookId },
      { reference: "9788126415885.jpg", changes: [{ field: "Cover", before: "none" }] },
    ],
  });
  expect(await post(`${at}/import`)).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("imported");
  expect(await read(at)).toMatchObject({ written: 2, canUndo: true });
  const after = await book();
  expect(after.coverpage).not.toBe(before.coverpage);
  expect(after.pictures).toMatchObject([{ kind: "back_cover" }]);

  expect(await post(`${at}/undo`)).toMatchObject({ result: 1 });
  await expect.poll(status).toBe("undone");
  expect(await read(at)).toMatchObject({ undone: 2, notUndone: 0 });
  expect(await book()).toEqual(before);
});

test("a program sees what becomes of pictures at addresses, and stops their fetching", async () => {
  await catalogueBook(shop.db.write, {
    title: "Gora",
    isbn13: "9788126410002",
    authors: ["Tagore"],
    tags: ["Novel"],
  });
  const staff = await staffClient(shop);
  const body = new FormData();
  const address = "http://127.0.0.1/gora.jpg";
  body.append("file", new File([`ISBN,Cover image\n9788126410002,${address}\n`], "books.csv"));
  const { importId } = (await staff.call<Answer>("/imports", { method: "POST", body })).body;
  const at = `/imports/${importId}`;
  const read = async () => (await staff.get<{ status: string; fetches: unknown }>(at)).body;
  const post = async (url: string, sent?: object) => (await staff.post<Answer>(url, sent)).body;
  expect(await read()).toMatchObject({ fetches: null });
  const columns = [{ heading: "Cover image", holds: "pictures" }];
  await post(`${at}/check`, { mode: "add_and_change", columns, fetchPictures: true });
  await expect.poll(async () => (await read()).status).toBe("planned");
  await post(`${at}/import`);
  await expect.poll(async () => (await read()).fetches).toMatchObject({ waiting: 0, refused: 1 });
  expect(await read()).toMatchObject({ fetches: { problems: [{ title: "Gora", address }] } });
  expect(await post(`${at}/stop-fetching`)).toMatchObject({ result: 0 });

  const waiting = { state: "waiting", next_try_at: "9999-01-01" } as const;
  await shop.db.write.updateTable("picture_fetches").set(waiting).execute();
  expect(await post(`${at}/stop-fetching`)).toMatchObject({ result: 1 });
  expect(await read()).toMatchObject({ fetches: { waiting: 0, refused: 0, stopped: 1, problems: [] } });
});
