import { columnName } from "../columns";
import type { ImportedBook, ImportedContributor } from "../imported-book";
import type { NameFinder } from "./names";
import type { PlanOptions } from "./plan";

/**
 * The book with its people, tags and languages one by one. A name that the shop has is one, whatever is in it. A person whose comma
 * nobody has explained is taken if the shop has them, in either order of their names; else the row waits for the answer.
 */
export function withSplitNames(
  book: ImportedBook,
  names: Pick<NameFinder, "has">,
  { headings }: Pick<PlanOptions, "headings">,
): ImportedBook {
  const asked: string[] = [];
  const hints: string[] = [];
  const personOf = ({
    name,
    role,
    parts,
    forenameFirst,
    ...one
  }: ImportedContributor): ImportedContributor[] => {
    if (names.has("author", name)) return [{ name, role }];
    if (forenameFirst && names.has("author", forenameFirst)) return [{ name: forenameFirst, role }];
    if (parts) return parts.flatMap(personOf);
    if (one.asked) asked.push(name);
    if (one.isUnsure) hints.push(`“${name}” is taken as one name: put semicolons between people`);
    return [{ name, role }];
  };
  const split = { ...book };
  if (book.contributors) split.contributors = once(book.contributors.flatMap(personOf));
  if (hints.length > 0) split.warnings = [...book.warnings, ...hints];
  const { tags, tagParts } = book;
  if (tags && tagParts)
    split.tags = [
      ...new Set(tags.flatMap((tag) => (names.has("tag", tag) ? [tag] : (tagParts[tag] ?? [tag])))),
    ];
  const [language, ...others] = book.languageParts ?? [];
  if (language && !names.has("language", book.names.language!)) {
    split.names = { ...book.names, language };
    split.languages = [...others, ...(book.languages ?? [])];
  }
  if (asked.length === 0) return split;
  const column = headings?.get("contributors") ?? columnName("contributors");
  const message = `“${asked[0]}” can be two people, or one with the surname in front: answer the question about its column`;
  return { ...split, problems: [...book.problems, { column, message }] };
}

const once = (people: ImportedContributor[]): ImportedContributor[] => [
  ...new Map(people.map((person) => [`${person.role} ${person.name.toLowerCase()}`, person])).values(),
];
