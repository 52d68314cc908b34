import { readDb } from "~/db/shop-database.server";
import { shelvedCategories } from "~/domain/catalogue/books/lists/shelves/shelves.server";
import { ButtonLink } from "~/ui/kit/button";
import { CategoryEntry } from "~/ui/store/lists/category-entry";
import { EmptyState } from "~/ui/kit/empty-state";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import "~/styles/categories-and-bestsellers.css";
import type { Route } from "./+types/categories";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const names = loaderData?.categories.map(({ name, count }) => `${name} (${count})`).join(", ");
  return pageMeta(matches, {
    title: "Categories",
    description: `All categories of the shop, with how many books are in each${names ? `: ${names}` : ""}`,
    path: "/categories",
  });
}

export async function loader() {
  return { categories: await shelvedCategories(readDb) };
}

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page">
      <h1 className="page-title">Categories</h1>
      {categories.length === 0 ? (
        <EmptyState title="No categories yet">
          <p className="text-muted">They appear with the first books that have one.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="book-index">
          {categories.map((category, index) => (
            <CategoryEntry
              key={category.id}
              category={category}
              letter={
                letter(category.name) === letter(categories[index - 1]?.name) ? "" : letter(category.name)
              }
              priority={index === 0}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The first letter, under which the index lists a name. */
const letter = (name = "") => (Array.from(name)[0] ?? "").toLocaleUpperCase("en");
