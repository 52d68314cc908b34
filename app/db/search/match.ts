/** A column of a search index. */
export type Column = string;

/** What is looked for in the index of a subject: words and keys, which are letters and digits only. */
export type Match =
  | {
      /** A whole word of the index, or with `isOpen` the beginning of one. */
      token: string;
      isOpen?: boolean;
      /** Found in any of these. */
      columns: readonly Column[];
    }
  | { all: readonly Match[] }
  | { any: readonly Match[] }
  | { of: Match; butNot: Match };

/** All of them, at least one. */
export const all = (matches: readonly Match[]): Match =>
  matches.length === 1 ? matches[0]! : { all: matches };

/** Any of them, at least one. A word that is looked for twice, since it is written as it sounds, is looked up once. */
export function any(matches: readonly Match[]): Match {
  const once: Match[] = [];
  const places = new Map<string, number>();
  for (const match of matches.flatMap((match) => ("any" in match ? match.any : match))) {
    const key = "token" in match ? `${match.token} ${match.isOpen ?? false}` : "";
    const place = places.get(key);
    const same = place === undefined ? undefined : once[place];
    if ("token" in match) {
      if (same && "token" in same) {
        once[place!] = { ...same, columns: [...new Set([...same.columns, ...match.columns])] };
        continue;
      }
      places.set(key, once.length);
    }
    once.push(match);
  }
  return once.length === 1 ? once[0]! : { any: once };
}

/** Any of those that are something; null if none is. */
export function anyOf(...matches: (Match | null)[]): Match | null {
  const found = matches.filter((match) => match !== null);
  return found.length > 0 ? any(found) : null;
}

/** All of them; null if one can match nothing. */
export function allOf(matches: readonly (Match | null)[]): Match | null {
  const found = matches.filter((match) => match !== null);
  return found.length > 0 && found.length === matches.length ? all(found) : null;
}
