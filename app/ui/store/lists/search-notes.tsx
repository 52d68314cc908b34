import { Link } from "react-router";
import type { SearchHelp } from "~/domain/catalogue/finding/suggestions/suggestions";

/** Above the list of a search: that nothing has the words as typed, and what was probably meant; names that match. */
export function SearchNotes({ help: { words, meant, names } }: { help: SearchHelp }) {
  if (!words && names.length === 0) return null;
  return (
    <ul aria-label="About this search" className="mb-4 flex flex-wrap gap-x-4">
      {words ? (
        <li>
          {words}{" "}
          {meant ? (
            <Link to={`/books${meant.search}`} className="link" dir="auto">
              {meant.text}
            </Link>
          ) : null}
        </li>
      ) : null}
      {names.map(({ label, names }) => (
        <li key={label}>
          {label}:{" "}
          {names.map(({ name, path }, at) => [
            at > 0 ? ", " : null,
            <Link key={path} to={path} className="link" dir="auto">
              {name}
            </Link>,
          ])}
        </li>
      ))}
    </ul>
  );
}
