import type { Db } from "~/db/database.server";
import { listPublishedPages } from "~/domain/pages/pages.server";

/** The addresses that the fields for links suggest: pages of the store, then those that staff wrote. */
export async function ownPages(db: Db): Promise<{ to: string; label: string }[]> {
  const written = await listPublishedPages(db);
  return [...STORE_PAGES, ...written.map(({ path, title }) => ({ to: path, label: title }))];
}

const STORE_PAGES = [
  { to: "/", label: "Home page" },
  { to: "/books", label: "All books" },
  { to: "/books?sort=newest", label: "Newest books" },
  { to: "/categories", label: "Categories" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/newsletter", label: "Newsletter" },
  { to: "/orders", label: "A customer’s orders" },
  { to: "/wishlist", label: "A customer’s wishlist" },
  { to: "/terms", label: "Terms" },
  { to: "/privacy", label: "Privacy notice" },
];
