import { readDb } from "~/db/shop-database.server";
import { shelvedCategories } from "~/domain/catalog/shelves.server";
import { ButtonLink } from "~/ui/button";
import { CategoryCard } from "~/ui/category-card";
import { EmptyState } from "~/ui/empty-state";
import { PageHeading } from "~/ui/page-heading";
import { pageMeta } from "~/ui/page-meta";
import type { Route } from "./+types/categories";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const names = loaderData?.categories.map(({ name, count }) => `${name} (${count})`).join(", ");
  return pageMeta(matches, {
    title: "Categories",
    description: `All categories of the shop, with how many books stand in each${names ? `: ${names}` : ""}`,
    path: "/categories",
  });
}

export async function loader() {
  return { categories: await shelvedCategories(readDb) };
}

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeading>Categories</PageHeading>
      {categories.length === 0 ? (
        <EmptyState title="No categories yet">
          <p className="text-muted">They come with the first books that carry one.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:gap-5 md:grid-cols-3 lg:grid-cols-4">
          {categories.map((category) => (
            <li key={category.id}>
              <CategoryCard category={category} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
