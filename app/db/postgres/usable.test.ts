import { expect, test } from "vitest";
import { type Facts, problemOf } from "./usable.server";

const URL = "postgres://shop:s3cret@db.example.in:5433/kitab";
const RIGHT: Facts = { version: "15.4", number: 150_004, encoding: "UTF8", isStandby: 0, mayCreate: 1 };
const problem = (facts: Partial<Facts>, url = URL) => problemOf(url, { ...RIGHT, ...facts });

test("says what the server or the database lacks, without the password", () => {
  expect(problem({})).toBeNull();
  expect(problem({ version: "14.9", number: 140_009 })).toBe(
    "the shop needs PostgreSQL 15 or later, but the server at db.example.in:5433 has version 14.9",
  );
  expect(problem({ encoding: "SQL_ASCII" })).toContain(
    "the database kitab at db.example.in:5433 has the encoding SQL_ASCII",
  );
  expect(problem({ isStandby: 1 })).toContain("is a standby");
  expect(problem({ mayCreate: 0 })).toContain('alter database "kitab" owner to "shop"');
});

test.each([
  ["postgres://shop@localhost/kitab?host=%2Frun%2Fpostgresql", "at /run/postgresql "],
  ["postgres://shop@/kitab", "at localhost "],
  ["postgres:///kitab", "at localhost "],
])("names the place of %s", (url, place) => {
  expect(problem({ isStandby: 1 }, url)).toContain(place);
});
