import { isRole } from "~/domain/catalogue/books/record/contributor-roles";
import { cleanName } from "../../catalogue/names/names";
import type { ImportedContributor } from "../imported-book";
import { child, children, type OnixElement, textIn } from "./element";

/** The contributors of a product in their order. A person with two roles is there twice; undefined when the product names nobody. */
export function contributorsIn(
  descriptive: OnixElement | undefined,
  warnings: string[],
): ImportedContributor[] | undefined {
  const elements = children(descriptive, "Contributor");
  if (elements.length === 0) return undefined;
  const found: ImportedContributor[] = [];
  for (const element of inSequence(elements)) {
    const name = nameOf(element);
    if (!name) {
      warnings.push("A contributor without a name is left out");
      continue;
    }
    for (const { text } of children(element, "ContributorRole")) {
      const code = text.trim();
      const role = isRole(code) ? code : "Z99";
      if (role !== code) warnings.push(`The role ${code} of ${name} is not known here; it becomes "Other"`);
      if (!found.some((other) => other.name === name && other.role === role)) found.push({ name, role });
    }
  }
  return found;
}

/** By their numbers, if all have one; else as they stand in the file. */
function inSequence(elements: OnixElement[]): OnixElement[] {
  const numbered = elements.map((element) => ({
    element,
    number: Number(textIn(element, "SequenceNumber")),
  }));
  if (numbered.some(({ number }) => !(number > 0))) return elements;
  return numbered.sort((a, b) => a.number - b.number).map(({ element }) => element);
}

/** As it stands on a title page: "Rabindranath Tagore". */
function nameOf(contributor: OnixElement): string {
  const parts = ["NamesBeforeKey", "PrefixToKey", "KeyNames", "NamesAfterKey", "SuffixToKey"];
  const name =
    textIn(contributor, "PersonName") ||
    (child(contributor, "KeyNames") && parts.map((part) => textIn(contributor, part)).join(" ")) ||
    uninverted(textIn(contributor, "PersonNameInverted")) ||
    textIn(contributor, "CorporateName") ||
    uninverted(textIn(contributor, "CorporateNameInverted"));
  return cleanName(name);
}

/** "Tagore, Rabindranath" → "Rabindranath Tagore"; "King, Martin Luther, Jr" → "Martin Luther King, Jr" */
function uninverted(inverted: string): string {
  const [key = "", first, ...suffixes] = inverted.split(/\s*,\s*/);
  return first ? [`${first} ${key}`, ...suffixes].join(", ") : key;
}
