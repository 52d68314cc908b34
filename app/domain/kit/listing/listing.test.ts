import { expect, test } from "vitest";
import { countFilters, listHref, nextSort, pageOf, parseConfirm, parseListSearch } from "./listing";

const read = (query: string) => parseListSearch(new URLSearchParams(query), ["title", "price"]);

test("reads a list's URL; ignores invalid values", () => {
  expect(read("q=%20ghare%00baire%20&page=3&size=20&sort=price&dir=desc")).toEqual({
    q: "ghare baire",
    page: 3,
    size: 20,
    sort: { field: "price", direction: "desc" },
  });
  const plain = { q: "", page: 1, size: 10, sort: null };
  expect(read("")).toEqual(plain);
  expect(read("page=0&size=11&sort=secret&dir=asc")).toEqual(plain);
  expect(read("page=-1&size=abc")).toEqual(plain);
  expect(read("page=1.5")).toEqual(plain);
  expect(read("page=1e400")).toEqual(plain);
  expect(read(`q=${"x".repeat(150)}`).q).toHaveLength(100);
});

test("sorting cycles through ascending, descending and none; a new column starts ascending", () => {
  expect(nextSort(null, "title")).toEqual({ sort: "title", dir: "asc" });
  expect(nextSort({ field: "title", direction: "asc" }, "title")).toEqual({ sort: "title", dir: "desc" });
  expect(nextSort({ field: "title", direction: "desc" }, "title")).toEqual({ sort: null, dir: null });
  expect(nextSort({ field: "title", direction: "desc" }, "price")).toEqual({ sort: "price", dir: "asc" });
});

test("changing search, sort or size returns to page 1; changing the page keeps them; panels close", () => {
  const at = new URLSearchParams("q=a&page=4&size=20&edit=7&status=paid");
  expect(listHref(at, { sort: "title", dir: "asc" })).toBe("?q=a&size=20&status=paid&sort=title&dir=asc");
  expect(listHref(at, { page: 5 })).toBe("?q=a&size=20&status=paid&page=5");
  expect(listHref(at)).toBe("?q=a&page=4&size=20&status=paid");
  expect(listHref(at, { edit: 9 })).toBe("?q=a&page=4&size=20&status=paid&edit=9");
  expect(listHref(at, { status: ["paid", "packed"] })).toBe("?q=a&size=20&status=paid&status=packed");
});

test("a page past the end becomes the last one; an empty list has one page", () => {
  expect(pageOf({ page: 9, size: 10 }, 41)).toEqual({
    page: 5,
    pageCount: 5,
    size: 10,
    limit: 10,
    offset: 40,
  });
  expect(pageOf({ page: 5, size: 10 }, 40)).toMatchObject({ page: 4, pageCount: 4, offset: 30 });
  expect(pageOf({ page: 1, size: 10 }, 0)).toMatchObject({ page: 1, pageCount: 1, offset: 0 });
});

test("reads a dialog's action and id; refuses unknown actions and invalid ids", () => {
  const asked = (confirm: string) => parseConfirm(new URLSearchParams({ confirm }), ["hide", "show"]);
  expect(asked("hide-12")).toEqual({ action: "hide", id: 12 });
  for (const odd of [
    "",
    "hide",
    "hide-",
    "hide-1.5",
    "hide--1",
    "drop-12",
    "hide-12 ",
    "hide-9999999999999999",
  ])
    expect(asked(odd)).toBeNull();
  expect(parseConfirm(new URLSearchParams(), ["hide"])).toBeNull();
});

test("counts what narrows a list, not what only shows another part of it", () => {
  const count = (query: string) => countFilters(new URLSearchParams(query));
  expect(count("q=a&page=2&size=20&sort=title&dir=asc&edit=7&confirm=hide-1")).toBe(0);
  expect(count("status=paid&status=packed&from=2026-01-01&to=&carrier=")).toBe(3);
});
