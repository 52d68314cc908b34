import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "./catalogue";
import { countBooks, listTags, priceBounds } from "./catalogue.server";
import { perCatalogueVersion } from "./catalogue-memo.server";

describe("results kept per catalogue version", () => {
  test("are computed once, until something visible changes", async () => {
    const db = await createTestDatabase();
    const id = await catalogueBook(db.write, { title: "Gora", tags: ["Novel"] });
    let computed = 0;
    const ask = () => perCatalogueVersion(db.read, "key", async () => ++computed);
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    expect(await ask()).toBe(1);
    expect(await countBooks(db.read, NO_FILTERS)).toBe(1);

    await db.write.updateTable("books").set({ hidden: 1 }).where("id", "=", id).execute();
    expect(await ask()).toBe(2);
    expect(await countBooks(db.read, NO_FILTERS)).toBe(0);
    expect(await listTags(db.read)).toEqual([]);
    expect(await priceBounds(db.read)).toBeNull();
  });

  test("are not kept after a failure, and are limited by their size", async () => {
    const db = await createTestDatabase();
    let tries = 0;
    const ask = () =>
      perCatalogueVersion(db.read, "flaky", async () => {
        if (++tries === 1) throw new Error("busy");
        return tries;
      });
    await expect(ask()).rejects.toThrow("busy");
    expect(await ask()).toBe(2);

    // Half a megabyte each, in the key or in the result.
    for (let index = 0; index < 20; index++) {
      const [inKey, inResult] = index % 2 ? ["x".repeat(250_000), ""] : ["", "x".repeat(250_000)];
      await perCatalogueVersion(db.read, `key ${index} ${inKey}`, async () => `${index}${inResult}`);
    }
    expect(await ask(), "the least recently used was dropped").toBe(3);
    expect(await perCatalogueVersion(db.read, "key 18 ", async () => "")).toMatch(/^18x/);
  });

  test("unknown tags are left out of the keys", async () => {
    const db = await createTestDatabase();
    await catalogueBook(db.write, { title: "Gora", tags: ["Novel"] });
    const counted: string[] = [];
    const count = (tags: string[]) => countBooks(db.read, { ...NO_FILTERS, minPrice: 0, tags });
    expect([await count(["Nothing", "Novel"]), await count(["novel"]), await count(["Nothing"])]).toEqual([
      1, 1, 0,
    ]);
    await perCatalogueVersion(
      db.read,
      'count {"text":null,"minPrice":0,"maxPrice":null,"tags":[1]}',
      async () => {
        counted.push("computed again");
        return 0;
      },
    );
    expect(counted).toEqual([]);
  });
});
