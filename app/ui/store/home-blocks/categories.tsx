import { Link } from "react-router";
import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";

/** The categories, set as one large paragraph; nothing while there are none. */
export function Categories({ categories, content = DEFAULT_CONTENT.categories }: ShownBlockOf<"categories">) {
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="subjects" className="page">
      <div className="part-head">
        <h2 id="subjects">{content.heading}</h2>
        <Link to="/categories" className="link">
          All Categories
        </Link>
      </div>
      <ul className="subjects">
        {categories.map(([name, count]) => (
          <li key={name}>
            <Link to={`/books?${new URLSearchParams({ tag: name })}`}>
              <bdi>{name}</bdi>
              <small>
                {count}
                <span className="sr-only">{count === 1 ? " book" : " books"}</span>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
