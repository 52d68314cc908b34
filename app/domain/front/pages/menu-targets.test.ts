import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createBook, createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import { saveFramePart } from "../home/frame-parts.server";
import { menusWithLinkTo, missingTargets, readFrameOfPages } from "./menu-targets.server";
import type { PageKind } from "./pages";
import { deletePage, savePage } from "./staff-pages.server";

const NOW = new Date("2026-11-22T10:00:00.000Z");
let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

async function save(
  kind: PageKind,
  address: string,
  {
    published = true,
    postedOn = null as string | null,
    page = null as { id: number; version: number } | null,
  } = {},
): Promise<{ id: number; version: number }> {
  const fields = { title: address, address, body: "A text.", searchTitle: "", searchDescription: "" };
  const rest = { hasContactForm: false, postedOn, pictureId: null, published };
  const given = { id: page?.id ?? null, version: page?.version ?? 0, kind, staffId };
  const saved = await savePage(db.write, { ...given, fields: { ...fields, ...rest } }, NOW);
  if (!saved.ok) throw new Error(saved.message);
  return saved;
}
const missing = async (...links: string[]) => [
  ...(await missingTargets(
    db.read,
    links.map((to) => ({ to })),
    NOW,
  )),
];

test("links to what visitors see are not missing; links to other sites are not checked", async () => {
  const bookId = await catalogueBook(db.write, { title: "Gora", tags: ["Poetry", "Drama"] });
  const page = await save("page", "former");
  await save("page", "about", { page });
  await save("news", "a-new-book", { postedOn: "2026-11-22" });
  const there = ["/", "/books", "/books?sort=newest#top", `/books/${bookId}`, `/books/${bookId}-gora/`];
  const more = ["/books?tag=poetry&tag=Drama", "/about", "/about?x=1#team", "/former", "/news"];
  const rest = ["/news/a-new-book", "/orders/7", "/terms", "/sitemap.xml", "https://example.in/none"];
  expect(await missing(...there, ...more, ...rest)).toEqual([]);
});

test("what is not there, hidden, a draft or not yet due is missing", async () => {
  const hiddenId = await createBook(db.write, { title: "Hidden" });
  await setHidden(db.write, { bookId: hiddenId, hidden: true, staffId });
  await catalogueBook(db.write, { title: "Gora", tags: ["Poetry"] });
  await save("page", "draft", { published: false });
  await save("news", "tomorrow", { postedOn: "2026-11-23" });
  const links = ["/books/999", "/books/gora", `/books/${hiddenId}`, "/books?tag=Poetry&tag=Poetri", "/draft"];
  const more = ["/news/tomorrow", "/news/draft", "/tomorrow", "/abuot", "/About", "/किताबें", "/about/team"];
  expect(await missing(...links, ...more)).toEqual([...links, ...more]);
});

test("menus leave out a page while it is a draft or deleted, and a post until its day; the editor can name them", async () => {
  const about = await save("page", "about");
  await save("news", "fair", { postedOn: "2026-11-23" });
  const link = (to: string) => ({ label: to, to });
  const main = { value: [link("/books"), link("/about#team")], version: 0, staffId };
  await saveFramePart(db.write, { name: "main-menu", ...main });
  await saveFramePart(db.write, { name: "footer-menu", ...main, value: [link("/news/fair")] });
  const shown = async (now = NOW) => {
    const { mainMenu, footerMenu } = await readFrameOfPages(db.read, now);
    return [mainMenu, footerMenu].map((menu) => menu!.map(({ to }) => to));
  };
  expect(await shown()).toEqual([["/books", "/about#team"], []]);
  expect(await shown(new Date("2026-11-22T18:30:00.000Z"))).toEqual([
    ["/books", "/about#team"],
    ["/news/fair"],
  ]);
  const draft = await save("page", "about", { page: about, published: false });
  expect((await shown())[0]).toEqual(["/books"]);
  const back = await save("page", "about", { page: draft });
  expect((await shown())[0]).toEqual(["/books", "/about#team"]);
  expect(await menusWithLinkTo(db.read, ["/about"])).toEqual(["the navigation bar"]);
  expect(await menusWithLinkTo(db.read, ["/fair", "/news/fair"])).toEqual(["the footer"]);
  expect(await menusWithLinkTo(db.read, ["/terms"])).toEqual([]);
  await deletePage(db.write, { id: back.id, staffId });
  expect((await shown())[0]).toEqual(["/books"]);
});
