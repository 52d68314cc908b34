import { describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "./catalog";
import { countBooks, listTags, priceBounds } from "./catalog.server";
import { perCatalogueVersion } from "./catalogue-memo.server";

describe("what is kept per catalogue version", () => {
  test("is computed once, until something visible changes", async () => {
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

  test("a failure is not kept, and the keys are bounded", async () => {
    const db = await createTestDatabase();
    let tries = 0;
    const ask = () =>
      perCatalogueVersion(db.read, "flaky", async () => {
        if (++tries === 1) throw new Error("busy");
        return tries;
      });
    await expect(ask()).rejects.toThrow("busy");
    expect(await ask()).toBe(2);

    for (let index = 0; index < 600; index++)
      await perCatalogueVersion(db.read, `key ${index}`, async () => index);
    expect(await ask(), "the longest unused went").toBe(3);
    expect(await perCatalogueVersion(db.read, "key 599", async () => -1)).toBe(599);
  });
});
