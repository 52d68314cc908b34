import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { textLanguage } from "~/domain/catalogue/books/record/text-language";
import { namePath } from "~/domain/catalogue/names/name-address";
import type { NamedRow } from "~/domain/kit/master-data";
import type { BookPageProps, ShownBook } from "./book-page";

// The texts behind the tabs of a book's page, but for its reviews (book-reviews.tsx).

export function Description({ book, languageTag }: BookPageProps) {
  const about = book.description || book.brief;
  return (
    <div className="prose">
      <p dir="auto" lang={textLanguage(about, languageTag)}>
        {about}
      </p>
      {book.description ? (
        <details>
          <summary>In brief</summary>
          <p dir="auto" lang={textLanguage(book.brief, languageTag)}>
            {book.brief}
          </p>
        </details>
      ) : null}
    </div>
  );
}

/** Unknown values show as a dash; the rows after Language are left out when there is nothing to say. */
export function Details({ book, facts }: BookPageProps) {
  const { publisher, language, furtherLanguages } = book;
  const rows: [label: string, value: ReactNode][] = [
    ["Title", book.title],
    ["Authors", book.authors.map((author) => author.name).join(", ")],
    ["Publisher", <NameLink key="publisher" to={namePath("publishers", publisher)} name={publisher.name} />],
    ["Published date", book.publishedOn && publishedDate(book.publishedOn)],
    ["Page count", book.pageCount],
    ["Language", <Languages key="language" all={[language, ...furtherLanguages]} />],
    ...(book.isbn13 ? [["ISBN", book.isbn13] as [string, string]] : []),
    ...facts.rows.map(([label, value, path]): [string, ReactNode] => [
      label,
      path ? <NameLink key={label} to={path} name={value} /> : value,
    ]),
  ];
  return (
    <table className="details">
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <bdi>{value || "–"}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NameLink = ({ to, name }: { to: string; name: string }) => (
  <Link to={to} className="link">
    {name}
  </Link>
);

const Languages = ({ all }: { all: NamedRow[] }) =>
  all.map((language, index) => (
    <Fragment key={language.id}>
      {index > 0 ? ", " : ""}
      <NameLink to={namePath("languages", language)} name={language.name} />
    </Fragment>
  ));

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "long", timeZone: "UTC" });

/** @param text "1910" or "1910-08-14" */
function publishedDate(text: string): string {
  return text.length === 4 ? text : date.format(new Date(text));
}

const searchFor = (name: string) => `/books?${new URLSearchParams({ q: name })}`;

export function Authors({ book }: { book: ShownBook }) {
  if (book.authors.length === 0) return <p className="text-muted">No authors are named for this book.</p>;
  return (
    <ul className="authors">
      {book.authors.map((author) => (
        <li key={author.id}>
          <Link to={namePath("authors", author)} className="link" dir="auto">
            {author.name}
          </Link>
          <Link to={searchFor(author.name)} className="link block w-fit font-sans text-sm">
            Search for this name<span className="sr-only">: {author.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
