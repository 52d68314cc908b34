import { nameKey } from "./names";

/** What a book form lets staff choose several of, and add to. */
export const CHOICE_KINDS = ["authors", "tags"] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export interface Choice {
  id: number;
  name: string;
}

/** Limits and messages of specification section 5, 'Master-data names'. */
export const CHOICES = {
  authors: {
    one: "author",
    max: 100,
    required: "Author name is required",
    tooLong: "Author name must be 100 characters or less",
  },
  tags: {
    one: "tag",
    max: 30,
    required: "Book Tag is required",
    tooLong: "Book Tag must be 30 characters or less",
  },
} as const satisfies Record<ChoiceKind, { one: string; max: number; required: string; tooLong: string }>;

export const isChoiceKind = (text: unknown): text is ChoiceKind => CHOICE_KINDS.some((kind) => kind === text);

/** Spaces folded, control characters gone. */
export const cleanName = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .normalize("NFC");

export const isSameName = (one: string, other: string) => nameKey(one) === nameKey(other);
