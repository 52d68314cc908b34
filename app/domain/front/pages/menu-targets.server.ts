import type { Db } from "~/db/database.server";
import { bookIdOf } from "~/domain/catalogue/books/book-address";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { type NameFolder, nameIn } from "~/domain/catalogue/names/name-address";
import { indianDate } from "~/domain/kit/dates";
import { FOOTER_MENU, MAIN_MENU, type MenuLink, type ShownFrame } from "../home/frame-parts";
import { readFrameParts, readShownFrame } from "../home/frame-parts.server";
import { parseId } from "~/domain/kit/ids";
import { nameKey } from "~/domain/catalogue/names/names";
import { findNamePath } from "~/domain/catalogue/names/name-books.server";
import { readParams } from "~/domain/kit/search-params";
import { ADDRESS, RESERVED_ADDRESSES } from "./addresses";

/** Of one link. */
const MAX_TAGS = 20;

/** Where a link of the shop leads, as far as the database decides whether it is there. */
type Target =
  | { kind: "book"; id: number }
  | { kind: "tags"; keys: string[] }
  | { kind: "name"; folder: NameFolder; id: number }
  | { kind: "page" | "news"; address: string }
  | "missing";

/** @returns null: an address elsewhere, or one that is always there */
function targetOf(to: string): Target | null {
  if (!to.startsWith("/")) return null;
  const url = new URL(to, "https://shop.invalid");
  const [first = "", second, ...more] = url.pathname.split("/").slice(1).filter(Boolean);
  if (first === "books" && second === undefined) {
    const keys = readParams(url.searchParams, "tag", MAX_TAGS).map(nameKey);
    return keys.length > 0 ? { kind: "tags", keys } : null;
  }
  if (first === "books" && more.length === 0) {
    const id = parseId(bookIdOf(second ?? ""));
    return id === null ? "missing" : { kind: "book", id };
  }
  const name = nameIn(url.pathname.replace(/\/$/, ""));
  if (name) return { kind: "name", ...name };
  if (first === "news" && second !== undefined && more.length === 0)
    return ADDRESS.test(second) ? { kind: "news", address: second } : "missing";
  // Files, such as /sitemap.xml, have a dot.
  if (first === "" || RESERVED_ADDRESSES.has(first) || first.includes(".")) return null;
  return second === undefined && ADDRESS.test(first) ? { kind: "page", address: first } : "missing";
}

/**
 * Which of these links lead to a page, post, book or category of this shop that visitors cannot see: it is not there,
 * hidden, a draft, or not yet due. Links to other sites are not checked.
 */
export async function missingTargets(
  db: Db,
  links: readonly Pick<MenuLink, "to">[],
  now = new Date(),
): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const { to } of links) {
    const target = targetOf(to);
    if (target === "missing" || (target && !(await isThere(db, target, now)))) missing.add(to);
  }
  return missing;
}

async function isThere(db: Db, target: Exclude<Target, "missing">, now: Date): Promise<boolean> {
  if (target.kind === "book") {
    const book = await db
      .selectFrom("books")
      .select("id")
      .where("id", "=", target.id)
      .where("hidden", "=", 0)
      .executeTakeFirst();
    return book !== undefined;
  }
  if (target.kind === "tags") {
    const found = await db.selectFrom("tags").select("id").where("name_key", "in", target.keys).execute();
    return found.length === new Set(target.keys).size;
  }
  if (target.kind === "name") return (await findNamePath(db, target.folder, target.id)) !== null;
  const { kind, address } = target;
  const pages = await db
    .selectFrom("pages as p")
    .leftJoin("old_page_addresses as o", "o.page_id", "p.id")
    .select("p.posted_on")
    .where("p.published", "=", 1)
    .where("p.kind", "=", kind)
    .where((eb) => eb.or([eb("p.address", "=", address), eb("o.address", "=", address)]))
    .execute();
  return pages.some(({ posted_on }) => posted_on === null || posted_on <= indianDate(now));
}

/** The frame as pages show it today: its menus leave out links to what visitors cannot see. */
export async function readFrameOfPages(db: Db, now = new Date()): Promise<ShownFrame> {
  const { mainMenu, footerMenu, ...frame } = await readShownFrame(db, now);
  if (!mainMenu && !footerMenu) return frame;
  const links = [...(mainMenu ?? []), ...(footerMenu ?? [])];
  const missing = await perCatalogueVersion(db, `missing links ${indianDate(now)}`, async () => [
    ...(await missingTargets(db, links, now)),
  ]);
  const shown = (menu: MenuLink[]) => menu.filter(({ to }) => !missing.includes(to));
  return {
    ...frame,
    ...(mainMenu && { mainMenu: shown(mainMenu) }),
    ...(footerMenu && { footerMenu: shown(footerMenu) }),
  };
}

/** Which menus link to one of these paths, as staff call them. */
export async function menusWithLinkTo(db: Db, paths: readonly string[]): Promise<string[]> {
  const parts = await readFrameParts(db);
  const links = (menu: MenuLink[]) =>
    menu.some(({ to }) => paths.includes(to.split(/[?#]/, 1)[0]!.replace(/\/$/, "")));
  return [
    ...(links(parts["main-menu"] ?? MAIN_MENU) ? ["the navigation bar"] : []),
    ...(links(parts["footer-menu"] ?? FOOTER_MENU) ? ["the footer"] : []),
  ];
}
