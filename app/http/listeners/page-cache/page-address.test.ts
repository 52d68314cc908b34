import { expect, test } from "vitest";
import { TYPED_MAX } from "~/domain/kit/search-params";
import { pageAddress } from "./page-address";

const whole = (url: string) => pageAddress(url)?.whole;

test("ignores parameters that the page does not read", () => {
  for (const path of [
    "/",
    "/books",
    "/books/7",
    "/books/7-gora",
    "/books/7-%E0%A4%97%E0%A5%8B%E0%A4%B0%E0%A4%BE",
    "/categories",
    "/bestsellers",
    "/terms",
    "/privacy",
    "/news",
  ])
    expect(pageAddress(`${path}?utm_source=letter&x=1`)).toEqual({
      path,
      whole: path,
      isPlain: true,
      isOwn: false,
    });
  // Parameters of other pages are ignored too.
  expect(whole("/?q=gora&tag=Poetry")).toBe("/");
  expect(whole("/books/7?q=gora&tab=reviews&min=5")).toBe("/books/7?tab=reviews");
});

test("normalises the order of parameters", () => {
  const list = "/books?q=gora&tag=Epic&tag=Poetry&max=300&sort=title";
  expect(whole("/books?sort=title&fbclid=1&tag=Epic&max=300&q=gora&tag=Poetry")).toBe(list);
  expect(pageAddress(list)).toEqual({ path: "/books", whole: list, isPlain: false, isOwn: false });
  expect(whole("/books?in_author=a&author=B&author=A&language=Hindi&tags=all&x=1")).toBe(
    "/books?tags=all&language=Hindi&author=B&author=A&in_author=a",
  );
  expect(whole("/news?x=1&page=2")).toBe("/news?page=2");
  expect(whole("/authors/7-tagore?x=1&page=2&role=B06&q=a")).toBe("/authors/7-tagore?role=B06&page=2");
  for (const path of ["/publishers/7", "/series/7-%E0%A4%97", "/languages/7-hindi"])
    expect(pageAddress(path)).toMatchObject({ path, isOwn: false });
});

test("the shop's own pages and news are kept if they exist", () => {
  for (const path of ["/about", "/about-us-2", "/news/a-new-book", "/news/cart"])
    expect(pageAddress(`${path}?page=2`)).toEqual({ path, whole: path, isPlain: true, isOwn: true });
});

test("cuts a long search; returns null for pages that are not kept", () => {
  expect(whole(`/books?q=${"x".repeat(5000)}`)).toBe(`/books?q=${"x".repeat(TYPED_MAX)}`);
  for (const path of ["/About", "/a--b", "/about/", "/about/us", "/news/", "/news.xml", "/theme", "/orders"])
    expect(pageAddress(path)).toBeNull();
  for (const path of [
    "/cart",
    "/login",
    "/books/7/notify",
    "/books/x",
    "/books/7-gora.data",
    "/books/-7",
    "/books/7-Gora",
    "/api/v1/books",
    "/books.data",
  ])
    expect(pageAddress(path)).toBeNull();
});
