import { createHmac } from "node:crypto";
import { createCookie } from "react-router";
import { expect, test } from "vitest";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { signedCookie } from "./signed-cookie.server";

const cookie = signedCookie<string[]>("books", "a cookie of this test", { path: "/", maxAge: 60 });
const value = ["গোদান", 'a "quoted" title; with = signs'];
const pairOf = (line: string) => line.split(";")[0]!;

test("what was written is read, beside other cookies", () => {
  const line = cookie.serialize(value);
  expect(line).toMatch(/^books=[\w%]+; Max-Age=60; Path=\/$/);
  expect(cookie.parse(`a=1; ${pairOf(line)}; mybooks=2`)).toEqual(value);
  expect(cookie.serialize(value, { maxAge: 0 })).toContain("Max-Age=0");
});

test("sessions of earlier versions go on: they wrote it with React Router's createCookie", async () => {
  const text = JSON.stringify(value);
  const signature = createHmac("sha256", derivedSecret("a cookie of this test"))
    .update(text)
    .digest("base64url");
  const earlier = await createCookie("books", { path: "/", maxAge: 60 }).serialize(`${text}.${signature}`);
  expect(cookie.parse(pairOf(earlier))).toEqual(value);
  expect(pairOf(cookie.serialize(value))).toBe(pairOf(earlier));
});

test("a cookie that is absent, empty, changed, unsigned or signed for something else is none", () => {
  const of = (text: unknown) =>
    `books=${encodeURIComponent(Buffer.from(JSON.stringify(text)).toString("base64"))}`;
  const other = signedCookie<string[]>("books", "something else", {});
  const written = JSON.parse(
    Buffer.from(decodeURIComponent(pairOf(cookie.serialize(value)).slice(6)), "base64").toString(),
  ) as string;
  expect(cookie.parse(of(written))).toEqual(value);
  const wrong = [
    null,
    "",
    "books=",
    "books=%",
    "books=bm8ganNvbg==",
    of(null),
    of(value),
    of(JSON.stringify(value)),
    of(written.replace("quoted", "Quoted")),
    of(`${written}x`),
    pairOf(other.serialize(value)),
  ];
  expect(wrong.map((header) => cookie.parse(header))).toEqual(wrong.map(() => null));
});
