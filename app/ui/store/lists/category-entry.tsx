import { Link } from "react-router";
import type { ShelvedCategory } from "~/domain/catalogue/books/lists/catalogue";
import { Cover } from "../cover";

/**
 * An entry in the index of categories, with a few covers; all of it links to its books.
 * @param letter shown in the margin before the first category with that letter
 */
export function CategoryEntry({
  category: { name, count, covers },
  letter,
  priority,
}: {
  category: ShelvedCategory;
  letter: string;
  priority: boolean;
}) {
  return (
    <li>
      <span aria-hidden="true" className="letter">
        {letter}
      </span>
      <article>
        <h2>
          <Link to={`/books?${new URLSearchParams({ tag: name })}`} className="card-link" dir="auto">
            {name}
          </Link>
        </h2>
        <p>{count === 1 ? "1 book" : `${count.toLocaleString("en-IN")} books`}</p>
        <div aria-hidden="true">
          {covers.map((cover, index) => (
            <div key={index} className="book-cover">
              <Cover
                cover={cover}
                title={name}
                width={160}
                sizes="3.5rem"
                priority={priority && index === 0}
              />
            </div>
          ))}
        </div>
      </article>
    </li>
  );
}
