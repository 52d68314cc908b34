import { bookPath } from "../books/book-address";
import { languageTag } from "../books/record/language-tags";
import { type NameFolder, namePath } from "./name-address";
import { breadcrumbs } from "~/domain/catalogue/books/record/structured-data/structured-data";
import type { NamedRow } from "~/domain/kit/master-data";
import { pictureJpeg } from "~/domain/shop/pictures/pictures";
import { headingOf, type NameBooks, type NamePage } from "./name-pages";

// Structured data for search engines (schema.org, as JSON-LD) of a name's page.

type Data = Record<string, unknown>;

const TYPES: Readonly<Record<NameFolder, string>> = {
  authors: "Person",
  publishers: "Organization",
  series: "BookSeries",
  languages: "Language",
};

const alternateNames = (names: readonly (string | null)[]): Data => {
  const [one, ...others] = names.filter((name) => name !== null);
  return one === undefined ? {} : { alternateName: others.length > 0 ? [one, ...others] : one };
};

/** The name as a person, an organisation, a series or a language; its page with the books shown; the breadcrumbs. */
export function nameData(
  page: Pick<NameBooks, "books"> & { folder: NameFolder; name: NamedRow; about: NamePage },
  origin: string,
): Data {
  const { folder, name, about, books } = page;
  const path = namePath(folder, name);
  const url = origin + path;
  const tag = folder === "languages" ? languageTag(name.name) : null;
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": TYPES[folder],
        "@id": `${url}#name`,
        name: name.name,
        url,
        ...alternateNames([tag, about.nativeName]),
        ...(about.text && { description: about.text }),
        ...(about.picture && { image: origin + pictureJpeg(about.picture.file) }),
        ...(about.website && { sameAs: about.website }),
      },
      {
        "@type": folder === "authors" ? "ProfilePage" : "CollectionPage",
        "@id": url,
        url,
        name: headingOf(folder, name),
        [folder === "authors" ? "mainEntity" : "about"]: { "@id": `${url}#name` },
        // A profile's main entity is the person.
        [folder === "authors" ? "hasPart" : "mainEntity"]: {
          "@type": "ItemList",
          itemListElement: books.map((book, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: book.title,
            url: origin + bookPath(book),
          })),
        },
      },
      breadcrumbs(origin, [
        { name: "Home", path: "/" },
        { name: "Books", path: "/books" },
        { name: name.name, path },
      ]),
    ],
  };
}
