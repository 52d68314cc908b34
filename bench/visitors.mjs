// Visitors of a shop that is busy otherwise, for bench/imports.mjs: what they wait for pages, and to add to a cart.
import { get } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import SQLite from "better-sqlite3";
import { sessionOf } from "./shop.mjs";

/** Milliseconds between two pages, and between two additions to a cart. */
export const PAGE_EVERY_MS = 50;
export const ADD_EVERY_MS = 250;

const PAGES = [
  "/",
  "/books",
  "/books?page=3",
  "/books?q=harvest%204711",
  "/books?sort=price",
  "/categories",
  "/bestsellers",
];

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ADD = "intent=add&bookId=1&redirectTo=%2Fbooks";
const MANY = 10_000;

/** Lets a cart have as many copies as the visitors add. The shop is not running yet. */
export function allowManyCopies(database) {
  const db = new SQLite(database);
  db.prepare("update books set stock = ?, hidden = 0, publishing_status = 'available' where id = 1").run(
    MANY,
  );
  db.prepare("insert or replace into settings (key, value, updated_at) values ('mostCopies', ?, ?)").run(
    String(MANY),
    new Date().toISOString(),
  );
  db.close();
}

/** @param books how many of the shop's first books they look at */
export async function findVisitors(origin, books) {
  const pages = [];
  for (let id = 1; id < books; id += 17) {
    const response = await fetch(`${origin}/books/${id}`, { redirect: "manual" });
    pages.push(response.headers.get("location") ?? `/books/${id}`);
  }
  const first = await fetch(`${origin}/cart`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, ...FORM },
    body: ADD,
  });
  return { origin, books: pages, cookie: sessionOf(first) };
}

/**
 * Pages and additions to a cart while something goes on.
 * @param until ends when it does @returns the milliseconds that pages and additions took, sorted
 */
export async function visitWhile(visitors, until) {
  const over = new AbortController();
  void until.finally(() => over.abort()).catch(() => {});
  const [pages, adds] = await Promise.all([
    repeat(PAGE_EVERY_MS, (turn) => visit(visitors, turn)),
    repeat(ADD_EVERY_MS, () => add(visitors)),
  ]);
  return { pages, adds };

  async function repeat(everyMs, once) {
    const open = [];
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      open.push(once(turn));
      await sleep(everyMs);
    }
    return (await Promise.all(open)).sort((a, b) => a - b);
  }
}

/** Other pages and pages of books in turn. @returns the milliseconds until the whole answer was there */
function visit({ origin, books }, turn) {
  const pages = turn % 2 ? books : PAGES;
  const page = pages[(turn >> 1) % pages.length];
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(origin + page, { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${page}: ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - started));
    }).once("error", reject);
  });
}

async function add({ origin, cookie }) {
  const started = performance.now();
  const response = await fetch(`${origin}/cart`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, cookie, ...FORM },
    body: ADD,
  });
  await response.arrayBuffer();
  if (response.status !== 303) throw new Error(`adding to the cart: ${response.status}`);
  return performance.now() - started;
}

/** @param times sorted */
export const percentile = (times, share) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
