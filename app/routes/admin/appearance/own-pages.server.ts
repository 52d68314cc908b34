import type { Db } from "~/db/database.server";
import { listChoices } from "~/domain/catalogue/books/lists/choices.server";
import { isTarget, TARGET_MAX } from "~/domain/front/home/text.schema";
import { latestNews, listPublishedPages } from "~/domain/front/pages/pages.server";
import type { PageGroup } from "~/ui/admin/forms/target-field";

/** In each list of a form with many rows; others are typed. */
const MOST_TAGS = 100;

/** The pages from which a link's address is chosen: those of the store, those that staff wrote, news, and lists of books. */
export async function ownPages(db: Db): Promise<PageGroup[]> {
  const written = await listPublishedPages(db);
  const news = await latestNews(db);
  const tags = await listChoices(db, "tags", MOST_TAGS);
  const groups = [
    { label: "The store", pages: STORE_PAGES },
    { label: "Pages", pages: written.map(({ path, title }) => ({ to: path, label: title })) },
    {
      label: "News",
      pages: [
        { to: "/news", label: "All news" },
        ...news.map(({ path, title }) => ({ to: path, label: title })),
      ],
    },
    {
      label: "Books of a category",
      pages: tags.map(({ name }) => ({ to: `/books?tag=${encodeURIComponent(name)}`, label: name })),
    },
  ];
  return groups
    .map(({ label, pages }) => ({
      label,
      pages: pages.filter(({ to }) => to.length <= TARGET_MAX && isTarget(to)),
    }))
    .filter(({ pages }) => pages.length > 0);
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
