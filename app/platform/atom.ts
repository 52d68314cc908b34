import { XML_HEAD, xmlText } from "./xml";

export interface AtomFeed {
  /** Its own address, which is its id too. */
  self: string;
  title: string;
  /** The page that it follows. */
  page: string;
  /** Of all its entries: the name of the shop. */
  author: string;
  icon?: string;
  /** The newest first. */
  entries: AtomEntry[];
  /** The feed's date if there are no entries. */
  made: Date;
}

/** Times are UTC, ISO 8601. Texts are not escaped. */
export interface AtomEntry {
  /** Never changes (RFC 4287, 4.2.6). */
  id: string;
  title: string;
  published: string;
  updated: string;
  page: string;
  summary: string;
  /** An entry without authors inherits the feed's. */
  authors?: string[];
  categories?: string[];
}

/** An Atom feed (RFC 4287). */
export function atomFeed({ self, title, page, author, icon, entries, made }: AtomFeed): string {
  const updated =
    entries
      .map((entry) => entry.updated)
      .sort()
      .at(-1) ?? made.toISOString();
  return [
    XML_HEAD,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-IN">\n',
    element("id", self),
    element("title", title),
    element("updated", updated),
    person(author),
    link("self", self, "application/atom+xml"),
    link("alternate", page, "text/html"),
    ...(icon === undefined ? [] : [element("icon", icon)]),
    ...entries.map(atomEntry),
    "</feed>\n",
  ].join("");
}

function atomEntry({ authors = [], categories = [], ...entry }: AtomEntry): string {
  return [
    "<entry>\n",
    element("id", entry.id),
    element("title", entry.title),
    element("published", entry.published),
    element("updated", entry.updated),
    ...authors.map(person),
    link("alternate", entry.page, "text/html"),
    ...categories.map((term) => `<category term="${xmlText(term)}"/>\n`),
    element("summary", entry.summary),
    "</entry>\n",
  ].join("");
}

const element = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>\n`;

const person = (name: string) => `<author>${element("name", name)}</author>\n`;

const link = (rel: string, href: string, type: string) =>
  `<link rel="${rel}" type="${type}" href="${xmlText(href)}"/>\n`;
