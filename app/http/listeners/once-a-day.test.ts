import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { applySaleDates } from "~/domain/catalogue/books/apply-sale-dates.server";
import { onceADay } from "./once-a-day.server";

const request = {} as IncomingMessage;
const response = {} as ServerResponse;

test("the first request of a day in India is answered at the day's prices, without waiting for background work", async () => {
  const { read, write } = await createTestDatabase();
  await catalogueBook(write, {
    title: "Gora",
    price: 40_000,
    sale_price: null,
    planned_sale_price: 30_000,
    sale_from: "2026-11-10",
    sale_until: "2026-11-12",
  });
  let now = new Date();
  let answered: (price: Promise<{ charged_price: number }>) => void = () => {};
  const listener = onceADay(
    (moment) => applySaleDates(write, moment),
    () => answered(read.selectFrom("books").select("charged_price").executeTakeFirstOrThrow()),
    () => now,
  );
  const priceAt = async (time: string) => {
    now = new Date(time);
    const answer = new Promise<{ charged_price: number }>((resolve) => (answered = resolve));
    listener(request, response);
    return (await answer).charged_price;
  };
  expect(await priceAt("2026-11-09T18:29:59Z")).toBe(40_000);
  expect(await priceAt("2026-11-09T18:30:00Z")).toBe(30_000);
  expect(await priceAt("2026-11-12T18:29:59Z")).toBe(30_000);
  expect(await priceAt("2026-11-12T18:30:00Z")).toBe(40_000);
});

test("requests that arrive while the work fails are answered, and the next one tries again", async () => {
  let tries = 0;
  let answers = 0;
  const listener = onceADay(
    async () => {
      tries += 1;
      if (tries === 1) throw new Error("the database is away");
    },
    () => void (answers += 1),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  listener(request, response);
  listener(request, response);
  await settled();
  expect([tries, answers]).toEqual([1, 2]);
  listener(request, response);
  await settled();
  listener(request, response);
  expect([tries, answers]).toEqual([2, 4]);
});
