import { Link } from "react-router";
import type { ShelfBook } from "~/domain/catalogue/books/lists/catalogue";
import { SmallShelf } from "./also-like";

/** The books that this browser has looked at, with a link to all of them. Renders nothing when there are none. */
export const RecentlyLookedAt = ({ books }: { books: ShelfBook[] }) => (
  <SmallShelf
    id="recent"
    heading={
      <Link to="/recent" className="link">
        Recently looked at
      </Link>
    }
    books={books}
  />
);
