import { Link } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { namePath } from "~/domain/catalogue/names/name-address";
import type { SeriesPlace, Volume } from "~/domain/catalogue/names/book-neighbours";
import styles from "~/styles/book-more.css?url";

/** Which book of its series this is, with the volumes before and after it. */
export function SeriesNav({ place }: { place: SeriesPlace | null }) {
  if (!place) return null;
  const volume = (rel: string, word: string, to: Volume | null) =>
    to ? (
      <Link to={bookPath(to)} rel={rel}>
        <small>
          {word}: <bdi>{to.note}</bdi>
        </small>
        <span dir="auto" lang={to.lang}>
          {to.title}
        </span>
      </Link>
    ) : null;
  return (
    <nav className="volumes" aria-labelledby="series">
      <link rel="stylesheet" href={styles} precedence="default" />
      <p id="series">
        <bdi>{place.words}</bdi>{" "}
        <Link to={namePath("series", place.series)} className="link" dir="auto">
          {place.series.name}
        </Link>
      </p>
      {volume("prev", "Previous", place.previous)}
      {volume("next", "Next", place.next)}
    </nav>
  );
}
