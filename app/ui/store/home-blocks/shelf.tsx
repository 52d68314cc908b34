import { Link } from "react-router";
import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";
import { BookGrid } from "~/ui/store/lists/book-grid";

/** Books with their covers under a heading; nothing while there are none. */
export function Shelf({
  id,
  books,
  more,
  content = DEFAULT_CONTENT.shelf,
}: ShownBlockOf<"shelf"> & { id: string }) {
  if (books.length === 0) return null;
  const end = more ?? (content.source === "featured" ? { to: "/books", label: "All Books" } : null);
  return (
    <section aria-labelledby={id} className="page">
      <div className="part-head">
        <h2 id={id}>{content.heading}</h2>
        {end ? (
          <Link to={end.to} className="link">
            {end.label}
          </Link>
        ) : null}
      </div>
      <BookGrid books={books} />
    </section>
  );
}
