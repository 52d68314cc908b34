import { describe, expect, test } from "vitest";
import { parseCatalogueSearch } from "./catalogue.schema";
import { canonicalList, tagPath } from "./list-address";

const canonical = (search: string, count = 40) =>
  canonicalList({ ...parseCatalogueSearch(new URLSearchParams(search)), count });

describe("the canonical address", () => {
  test.each([
    ["", "/books"],
    ["page=2", "/books?page=2"],
    ["tag=Novel", "/books?tag=Novel"],
    ["tag=novel&tag=Novel&page=1&filters=shown&utm_source=x", "/books?tag=Novel&page=1"],
    ["sort=price_asc", "/books"],
    ["sort=price_asc&page=3", "/books"],
    ["min=100&max=200&tag=Novel&page=1", "/books?tag=Novel"],
    ["sort=nonsense&page=-1", "/books"],
  ])("of /books?%s is %s", (search, path) => expect(canonical(search)).toBe(path));

  test.each(["q=gora", "tag=Novel&tag=Poetry", "q=gora&tag=Novel&page=1"])(
    "does not exist for /books?%s",
    (search) => expect(canonical(search)).toBeNull(),
  );

  test("does not exist for a list without books", () => expect(canonical("tag=Nothing", 0)).toBeNull());

  test("of a tag is encoded like the list's own links", () => {
    expect(tagPath("Rock & Roll, 50%")).toBe("/books?tag=Rock+%26+Roll%2C+50%25");
    expect(canonical("tag=Rock+%26+Roll%2C+50%25")).toBe(tagPath("Rock & Roll, 50%"));
  });
});
