import { Link } from "react-router";
import type { ShelvedCategory } from "~/domain/catalog/catalog";
import { Cover } from "./cover";

/** Where the covers lie, by how many there are: the best book's in the middle, on top. */
const PLACES = [
  ["z-1"],
  ["z-1 -rotate-3 -mr-[10%]", "rotate-6"],
  ["z-1", "order-first -rotate-6 -mr-[14%]", "rotate-6 -ml-[14%]"],
];

/** A category with a few of its covers; the whole card leads to its books. */
export function CategoryCard({ category: { name, count, covers } }: { category: ShelvedCategory }) {
  return (
    <article className="panel group relative flex h-full flex-col gap-4 p-4! text-center">
      <div aria-hidden="true" className="flex items-center justify-center px-2 py-3">
        {covers.map((cover, index) => (
          <div
            key={index}
            className={`book-cover relative w-[38%] max-w-24 transition-transform ${PLACES[covers.length - 1]?.[index] ?? ""}`}
          >
            <Cover cover={cover} title={name} width={160} sizes="6rem" />
          </div>
        ))}
      </div>
      <div className="mt-auto">
        <h2 className="text-lg">
          <Link
            to={`/books?${new URLSearchParams({ tag: name })}`}
            className="group-hover:text-accent after:absolute after:inset-0 after:z-2"
          >
            {name}
          </Link>
        </h2>
        <p className="text-muted text-sm">
          {count === 1 ? "1 book" : `${count.toLocaleString("en-IN")} books`}
        </p>
      </div>
    </article>
  );
}
