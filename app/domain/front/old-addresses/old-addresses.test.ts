import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { comparedAddress, readLine, readLines } from "./old-addresses";
import { deleteOldAddress, findMoved, listOldAddresses, saveOldAddresses } from "./old-addresses.server";

const ORIGIN = "https://books.example.in";

test.each([
  ["/Products/Godan/", "/products/godan"],
  ["https://old.example/products/godan?utm_source=mail&fbclid=1#top", "/products/godan"],
  ["/?p=12", "/?p=12"],
  ["/shop.php?page=2&id=7", "/shop.php?id=7&page=2"],
  ["/collections/%E0%A4%95%E0%A4%A5%E0%A4%BE", "/collections/कथा"],
  ["/100%", "/100%"],
  ["/", null],
  ["https://old.example", null],
  ["godan", null],
  ["//evil.example/x", null],
  ["javascript:alert(1)", null],
  ["/a%00b", null],
])("%s is compared as %s", (typed, address) => expect(comparedAddress(typed)).toBe(address));

test.each([
  ["/products/godan\t/books/12-godan", "/products/godan", "/books/12-godan"],
  ["  /a   /b?x=1#y ", "/a", "/b?x=1#y"],
  ["https://old.example/a, https://books.example.in/books", "/a", "/books"],
  ["/a,b;/books", "/a,b", "/books"],
  ["/books/godan /books/12", "/books/godan", "/books/12"],
  ["/news/2019/fair /news", "/news/2019/fair", "/news"],
])("the line %j", (line, address, target) => expect(readLine(line, ORIGIN)).toEqual({ address, target }));

test.each([
  ["/a", "has one address; the old and the new one are needed"],
  ["/a /b /c", "has more than two addresses"],
  ["godan /books", "has an old address that is none: godan"],
  ["/ /books", "has an old address that is none: /"],
  ["/cart /books", "has an old address at which this shop has a page: /cart"],
  ["/books?q=x /books", "has an old address at which this shop has a page: /books?q=x"],
  ["/a https://evil.example/b", "has a new address that is not one of this shop: https://evil.example/b"],
  ["/a //evil.example", "has a new address that is not one of this shop: //evil.example"],
  ["/a /\\evil.example", "has a new address that is not one of this shop: /\\evil.example"],
  ...[
    "/.//evil.example",
    "/..//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "/%2f/evil.example",
    "/%5cevil.example",
  ].map((to) => [`/a ${to}`, `has a new address that is not one of this shop: ${to}`]),
  ["/A/ /a", "leads to itself: /a"],
  [`/${"x".repeat(500)} /b`, "has an old address of more than 500 characters"],
  [`/${"x".repeat(5000)} /b`, "has an old address of more than 500 characters"],
  [`/a /${"x".repeat(500)}`, "has a new address of more than 500 characters"],
])("the line %j is refused", (line, problem) => expect(readLine(line, ORIGIN)).toEqual({ problem }));

test("problems are told by line, ten of them; of a repeated address the last line counts", () => {
  expect(readLines("/a /b\r\n\r\nc\n/d", ORIGIN)).toEqual({
    problems: [
      { line: 3, problem: "has one address; the old and the new one are needed" },
      { line: 4, problem: "has one address; the old and the new one are needed" },
    ],
    more: 0,
  });
  expect(readLines("x\n".repeat(12), ORIGIN)).toMatchObject({ more: 2 });
  expect(readLines("/a /b\n/A/ /c", ORIGIN)).toEqual({ addresses: new Map([["/a", "/c"]]) });
});

describe("stored", () => {
  let db: Awaited<ReturnType<typeof createTestDatabase>>;
  let staffId: number;
  beforeEach(async () => {
    db = await createTestDatabase();
    staffId = await createStaff(db.write);
  });
  const save = (addresses: Record<string, string>) =>
    saveOldAddresses(db.write, { addresses: new Map(Object.entries(addresses)), staffId });

  test("an address is found in any case, with any added parameters; its own parameters count first", async () => {
    await save({
      "/products/godan": "/books/12",
      "/shop.php": "/books",
      "/shop.php?id=7": "/books/7",
      "/?p=3": "/terms",
    });
    for (const [asked, target] of [
      ["/products/godan", "/books/12"],
      ["/Products/Godan/?variant=3&utm_source=x", "/books/12"],
      ["/shop.php?id=7&fbclid=1", "/books/7"],
      ["/shop.php?id=8", "/books"],
      ["/?p=3", "/terms"],
      ["/?p=4", null],
      ["/products", null],
    ])
      expect([asked, await findMoved(db.read, asked!)]).toEqual([asked, target]);
  });

  test("a chain is followed to its end; a circle leads nowhere", async () => {
    await save({ "/a": "/b", "/b": "/c", "/c": "/books/1" });
    expect(await findMoved(db.read, "/a")).toBe("/books/1");
    // One that is far too long is not read.
    expect(await findMoved(db.read, `/a?${"utm_x=1&".repeat(1000)}`)).toBeNull();
    await save({ "/c": "/a" });
    expect(await findMoved(db.read, "/a")).toBeNull();
  });

  test("saving again changes the target; the audit log tells what was added, changed and deleted", async () => {
    expect(await save({ "/a": "/b", "/c": "/d" })).toEqual({ added: 2, changed: 0 });
    expect(await save({ "/a": "/b" })).toEqual({ added: 0, changed: 0 });
    expect(await save({ "/a": "/x", "/e": "/f" })).toEqual({ added: 1, changed: 1 });
    const { rows, count } = await listOldAddresses(db.read, { q: "/X", page: 1, size: 10, sort: null });
    expect([count, rows[0]!.address]).toEqual([1, "/a"]);
    expect(await deleteOldAddress(db.write, { id: rows[0]!.id, staffId })).toBe("/a");
    expect(await deleteOldAddress(db.write, { id: rows[0]!.id, staffId })).toBeNull();
    const entries = await db.read.selectFrom("audit_entries").select("after").orderBy("id").execute();
    expect(entries.map(({ after }) => JSON.parse(after) as object)).toEqual([
      { Added: ["/a → /b", "/c → /d"] },
      { Added: ["/e → /f"], Changed: ["/a → /x"] },
      { Deleted: "/a → /x" },
    ]);
  });
});
