import { MASTER_DATA } from "~/domain/kit/master-data";
import { nameKey } from "../../names/names";

/** Kinds of which staff can choose several in a book's form, and add new ones. */
export const CHOICE_KINDS = ["authors", "tags", "languages"] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export interface Choice {
  id: number;
  name: string;
}

/** For each kind: the word for one of them, and its master data. */
export const CHOICES = {
  authors: { one: "author", entity: MASTER_DATA.author },
  tags: { one: "tag", entity: MASTER_DATA.tag },
  languages: { one: "language", entity: MASTER_DATA.language },
} as const;

/** Whether a text from a URL names a kind of choices. */
export const isChoiceKind = (text: unknown): text is ChoiceKind => CHOICE_KINDS.some((kind) => kind === text);

/** Whether two names count as the same, whatever their letter case and spaces. */
export const isSameName = (one: string, other: string) => nameKey(one) === nameKey(other);
