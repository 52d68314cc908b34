import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { unescaped } from "./pages";
import { jpeg } from "./files/pictures";
import type { Browser } from "./shop";

// A shop whose owner uses all there is room for: a long name, a wide logo, long menus, many blocks of each length.

const ACCENT = "#8a1c4a";
const WOMENS_WRITING = ["Women’s Writing", "/books?tag=Women%27s+Writing"] as const;
const MAIN_MENU = [
  ["Books", "/books"],
  ["Novels", "/books?tag=Novel"],
  WOMENS_WRITING,
  ["Bestsellers", "/bestsellers"],
  ["From the Shop", "/news"],
  ["About Us", "/about"],
] as const;
const FOOTER_MENU = [
  ["Books", "/books"],
  ["Categories", "/categories"],
  ["Bestsellers", "/bestsellers"],
  ["From the Shop", "/news"],
  ["About Us", "/about"],
  WOMENS_WRITING,
  ["Novels", "/books?tag=Novel"],
  ["Philosophy", "/books?tag=Philosophy"],
  ["Subscribe to our letters", "/newsletter"],
  ["Terms", "/terms"],
  ["Privacy", "/privacy"],
] as const;

/** The blocks of its home page. `picture` is the text that stands for it, `books` are chosen by hand. */
const home = (books: readonly number[]): ({ kind: string } & Record<string, string | string[]>)[] => [
  {
    kind: "textWithPicture",
    heading: "Two rooms of books in Fort, since 1948",
    text: "Our grandmother bought the first shelf from a ship's library. We have been buying ever since: *novels*, memoirs, cookery, and the one book you have been looking for.",
    picture: "The shop with its two windows, full of books",
    side: "right",
    button: "Browse the Shelves",
    to: "/books",
  },
  { kind: "shelf", heading: "What Bombay is reading", ...picked(books), count: "4" },
  { kind: "shelf", heading: "Rabindranath Tagore", ...picked(books), count: "8" },
  {
    kind: "quotation",
    text: "They never ask what I want. They hand me a book and go on talking.",
    source: "A customer since 1971",
  },
  { kind: "categories", heading: "The shelves", count: "18" },
  {
    kind: "textWithPicture",
    heading: "We buy libraries",
    text: "Write to us with a photograph of the shelves. We come, we carry, we pay on the day.",
    picture: "Three shelves of old cloth bindings",
    side: "left",
  },
  {
    kind: "newsletter",
    heading: "Lists by post",
    text: "New arrivals, once a month, before they go on the shelf.",
  },
];

const picked = (books: readonly number[]) => ({
  source: "picked",
  tag: "",
  author: "",
  books: books.map(String),
});

/** Dresses a shop through the forms of its back office. @param books the ids of the books on its shelves */
export async function dressShop(staff: Browser, books: readonly number[]): Promise<void> {
  const save = async (url: string, fields: Parameters<Browser["post"]>[1]) => {
    const answer = await staff.post(url, fields);
    expect([url, answer.status, answer.status === 303 ? "" : await answer.text()]).toEqual([url, 303, ""]);
  };
  const upload = async (url: string, bytes: Buffer, fields: Record<string, string>) => {
    const file1 = new File([new Uint8Array(bytes)], "picture");
    expect((await staff.postFiles(url, { ...fields, file1 })).status).toBe(303);
  };
  const html = async (url: string) => (await staff.request(url)).text();

  const look = "/admin/appearance/look";
  const [, shown] = /name="shown" value="([^"]*)"/.exec(await html(look))!;
  await save(look, {
    intent: "save-look",
    shown: unescaped(shown!),
    accent: ACCENT,
    picked: ACCENT,
    face: "rozha-one",
  });
  const logo = readFileSync(path.join(import.meta.dirname, "dressed-logo.png"));
  await upload(look, logo, { intent: "upload-logo" });
  await save("/admin/appearance/announcement", {
    text: "The shop is closed on 26 January. Orders that reach us before noon on the 25th are sent on the same day, all others on the 27th.",
    linkLabel: "When we are open",
    to: "/about",
    startsOn: "",
    endsOn: "",
    version: "0",
  });
  const menus = "/admin/appearance/menus";
  for (const [part, links] of [
    ["main-menu", MAIN_MENU],
    ["footer-menu", FOOTER_MENU],
  ] as const) {
    const [label, to] = [links.map((link) => link[0]), links.map((link) => link[1])];
    // Links to tags that this shop may lack.
    await save(menus, { part, intent: "save-anyway", version: "0", label, to });
  }
  await save(menus, {
    part: "footer-words",
    version: "0",
    sentence:
      "New, old and out-of-print books in eleven languages, from the same two rooms in Fort since 1948.",
    lastLine: "Titles are set in Rozha One by the Indian Type Foundry",
  });

  const page = "/admin/appearance";
  for (const [, id] of (await html(page)).matchAll(/confirm=remove-(\d+)/g)) {
    const version = dialogVersion(await html(`${page}?confirm=remove-${id}`));
    await save(page, { intent: "remove", id: id!, version });
  }
  for (const { kind, picture, ...fields } of home(books)) {
    if (picture) {
      const alt = String(picture);
      await upload("/admin/pages/pictures", await jpeg(), { intent: "upload-picture", alt });
      fields.picture = /No\. (?:<!-- -->)?(\d+)/.exec(await html("/admin/pages/pictures"))![1]!;
    }
    const all = { find: "", findAsked: "", ...fields, intent: "save-block", version: "0" };
    await save(`${page}?add=${kind}`, all);
  }
  const version = dialogVersion(await html(`${page}?confirm=discard-1`));
  await save(page, { intent: "publish", version });
}

const dialogVersion = (html: string) => /name="version" value="(\d+)"/.exec(html.split("<dialog")[1]!)![1]!;
