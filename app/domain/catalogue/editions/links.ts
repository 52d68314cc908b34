import { MOST_EDITIONS } from "../books/editions";

/** The field's name in the history of each book. */
export const OTHER_EDITIONS = "Other editions";

/** A book among the other editions of one, in words. @param id null: not in the shop yet */
export const editionText = ({ id, title, isbn13 }: Named): string => {
  const number = isbn13 ?? (id === null ? null : `#${id}`);
  return number === null ? title : `${title} (${number})`;
};

interface Named {
  id: number | null;
  title: string;
  isbn13: string | null;
}

/**
 * Why two books cannot become editions of one work; null: they can, or are.
 * @param works of each; null: none
 * @param given.otherTitle of the second book @param given.count books that the work would have
 */
export function linkProblem<Work>(
  [work, other]: [Work | null, Work | null],
  { otherTitle, count }: { otherTitle: string; count: number },
): string | null {
  if (work !== null && work === other) return null;
  if (work !== null && other !== null)
    return `“${otherTitle}” is linked to other books. Remove it from them first`;
  return count > MOST_EDITIONS ? `A work can have at most ${MOST_EDITIONS} editions` : null;
}
