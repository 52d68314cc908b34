import {
  type ContributorRole,
  CONTRIBUTOR_ROLES,
  ROLES,
} from "~/domain/catalogue/books/record/contributor-roles";
import { cleanName } from "../../catalogue/names/names";
import type { ImportedContributor } from "../imported-book";
import { isNone } from "./isbns";
import { AND, WITH, type ListWay, type Piece, piecesOf } from "./lists";

// The people in a cell: several, with their roles, and with surnames in front.

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, "");

const SHORT_ROLES: Record<string, ContributorRole> = {
  ed: "B01",
  eds: "B01",
  edited: "B01",
  editors: "B01",
  edtr: "B10",
  edandtr: "B10",
  tr: "B06",
  trs: "B06",
  trans: "B06",
  transl: "B06",
  translators: "B06",
  trbr: "B06",
  translated: "B06",
  illus: "A12",
  ill: "A12",
  illustrators: "A12",
  illustrated: "A12",
  comp: "C01",
  compilers: "C01",
  compiled: "C01",
  authors: "A01",
  retold: "B03",
  intro: "A24",
};

const ROLE_NAMES = new Map<string, ContributorRole>([
  ...(Object.entries(SHORT_ROLES) as [string, ContributorRole][]),
  ...ROLES.flatMap((role) => {
    const { label, by } = CONTRIBUTOR_ROLES[role];
    return [
      [key(label), role],
      [key(by), role],
      [role.toLowerCase(), role],
    ] as const;
  }),
]);

const SUFFIX = /^(.*[^\s,])[\s,]*[([]([^()[\]]*)[)\]]$/;
const ROLE_WORDS = String.raw`eds?\.|editors?|trs?\.|trans\.|transl\.|translators?|illus\.|ill\.|illustrators?|comp\.|compilers?`;
/** Asha Rao, ed. */
const COMMA_ROLE = new RegExp(String.raw`^(.*\S)\s*,\s*(${ROLE_WORDS})$`, "i");
/** A role is no name. */
const ROLE_WORD = new RegExp(`^(?:${ROLE_WORDS})$`, "i");
const PREFIX =
  /^(ed(?:ited|s?\.)?\s+by|eds?\.|tr(?:anslated|ans\.?|\.)?\s+by|tr(?:ansl?)?\.|illus(?:trated|\.)?\s+by|illus\.|comp\.|comp(?:iled|\.)?\s+by|retold\s+by|(?:written\s+)?by|author\s*:|editor\s*:|translator\s*:)\s+(\S.*)$/i;
/** After these a role holds for all names before it. */
const PLURAL = /^(?:eds|editors|trs|translators|illustrators|compilers|authors)$/;

interface Named {
  name: string;
  role: ContributorRole | null;
  isPlural: boolean;
}

function withRole(text: string): Named {
  const [, before = "", inside = ""] = SUFFIX.exec(text) ?? COMMA_ROLE.exec(text) ?? [];
  const role = ROLE_NAMES.get(key(inside));
  if (role) return { name: before.trim(), role, isPlural: PLURAL.test(key(inside)) };
  const [, by = "", name = ""] = PREFIX.exec(text) ?? [];
  const word = key(by).replace(/by$/, "");
  const named = by ? (ROLE_NAMES.get(word) ?? (word === "" || word === "written" ? "A01" : undefined)) : null;
  return named ? { name, role: named, isPlural: true } : { name: text, role: null, isPlural: false };
}

/** What follows a name after a comma and belongs to it. */
const TITLES =
  /^(?:jr|sr|ph\.?\s?d|m\.?\s?d|d\.?\s?litt|m\.?\s?a|dr|prof|ias|ips|ifs|retd|ii|iii|iv|esq|s\.?j|o\.?p)\.?$/i;
/** Houses and offices are one name. */
const ORGANISATION =
  /(?<!\p{L})(?:of|for|the|council|ministry|government|govt|department|dept|institute|society|university|board|academy|trust|foundation|committee|commission|press|publications?|publishers?|books|sons|bros|brothers|co|company|associates|training|limited|ltd|pvt|inc|llp|team|staff|editors of)(?!\p{L})/iu;
const OTHERS = /^(?:(?:and |& )?(?:others|ors\.?)|et\.?\s*al\.?|etc\.?|\.\.\.|…)$/i;

/** Asha Rao et al. (eds.) */
const AND_OTHERS =
  /[\s,]*(?<!\p{L})(?:et\.?\s*al(?!\p{L})\.?|etc(?!\p{L})\.?|(?:(?:and|&)\s+)(?:others|another|ors|anr)(?!\p{L})\.?)(?=\s*(?:$|[([]))/giu;
/** Asha Rao [trans. Ila Sen] */
const IN_BRACKETS = /\s*[([]([^()[\]]+)[)\]]\s*/g;

/** The pieces of a cell; a person with a role in brackets is one, and 'and others' are none. */
function piecesOfPeople(cell: string): Piece[] {
  return piecesOf(cell).flatMap((piece): Piece[] => {
    if (piece.isQuoted) return [piece];
    const text = piece.text
      .replace(AND_OTHERS, "")
      .replace(IN_BRACKETS, (all: string, inside: string) =>
        PREFIX.test(inside.trim()) ? `;${inside};` : all,
      );
    return text === piece.text ? [piece] : piecesOf(text);
  });
}

/** Whether a cell says that there are more people than it names. */
export const hasOthers = (cell: string): boolean =>
  piecesOf(cell).some(
    ({ text, isQuoted }) =>
      !isQuoted &&
      (OTHERS.test(text) || text.search(AND_OTHERS) !== -1 || /,\s*(?:others|etc\.?)$/i.test(text)),
  );

const wordsOf = (name: string) => name.split(/\s+/).filter(Boolean);

/** Name parts between commas, titles put back to their names. */
function betweenCommas(text: string): string[] {
  const parts: string[] = [];
  // Not within brackets.
  for (const part of text
    .split(/,(?![^()]*\))/)
    .map(cleanName)
    .filter(Boolean)) {
    if (parts.length > 0 && TITLES.test(part)) parts[parts.length - 1] += `, ${part}`;
    else if (parts.length > 0 && ROLE_WORD.test(part)) parts[parts.length - 1] += ` (${part})`;
    else parts.push(part);
  }
  return parts;
}

/**
 * What the commas of a name say. `people`: several. `initials`: one with the surname in front, since initials follow. `inverted`:
 * one with the surname in front, or two with one name each; `unsure`: some of both. Only the column can say these.
 */
export type CommaShape = "none" | "people" | "initials" | "inverted" | "unsure";

function commaShape(parts: string[]): CommaShape {
  if (parts.length < 2) return "none";
  const [first = "", second = ""] = parts;
  if (parts.length === 2 && isInitials(second)) return "initials";
  if (parts.every((part) => wordsOf(part).length > 1 && !isInitials(part))) return "people";
  if (parts.length === 2 && wordsOf(first).length === 1 && wordsOf(second).length <= 3) return "inverted";
  return parts.length % 2 === 1 && parts.every((part) => wordsOf(part).length === 1) ? "people" : "unsure";
}

const isInitials = (name: string) => wordsOf(name).every((word) => /^\p{Lu}\.?$|^(?:\p{Lu}\.)+$/u.test(word));

const forenameFirst = ([surname = "", forename = ""]: string[]) => `${forename} ${surname}`;

const splitAt = (text: string): string[] =>
  (ORGANISATION.test(text) ? [text] : text.split(AND).flatMap((part) => part.split(WITH)))
    .flatMap((part) => part.split(/\s*\/\s*(?![^()]*\))/))
    .map(cleanName)
    .filter(Boolean);

/** How many names of a cell have which commas; `plain`: none, though it has several words. */
export function commasIn(cell: string): (CommaShape | "plain")[] {
  return piecesOfPeople(cell)
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap(({ text }) => splitAt(withRole(text).name))
    .map((piece) => {
      const { name } = withRole(piece);
      const shape = commaShape(betweenCommas(name).map((part) => withRole(part).name));
      return shape === "none" && wordsOf(name).length > 1 ? "plain" : shape;
    });
}

/** The people in one part of a cell, between 'and's. */
function peopleOfPart(piece: string, role: ContributorRole, way: ListWay | undefined): ImportedContributor[] {
  const named = withRole(piece);
  const own = named.role ?? role;
  const names = betweenCommas(named.name);
  const shape = commaShape(names.map((part) => withRole(part).name));
  if (shape === "initials") return [{ name: forenameFirst(names), role: own }];
  const isUnsure = shape === "inverted" || shape === "unsure";
  if (isUnsure && names.length === 2 && way === "inverted")
    return [{ name: forenameFirst(names), role: own }];
  if (isUnsure && (way === "open" || way === undefined || (way === "inverted" && shape === "unsure"))) {
    const person = {
      name: named.name,
      role: own,
      ...(names.length === 2 && { forenameFirst: forenameFirst(names) }),
    };
    return [way === undefined ? { ...person, isUnsure: true } : { ...person, asked: true }];
  }
  return betweenCommas(piece)
    .filter((part) => !OTHERS.test(part) && !ROLE_WORD.test(part) && !isNone(part))
    .map((part) => {
      const one = withRole(part);
      return { name: one.name, role: one.role ?? (named.isPlural ? own : role) };
    });
}

/** The people in one piece of a cell. */
function peopleOfPiece(
  { text, isQuoted }: Piece,
  otherwise: ContributorRole,
  way: ListWay | undefined,
): ImportedContributor[] {
  const given = withRole(text);
  const whole = { name: given.name, role: given.role ?? otherwise };
  if (isQuoted || way === "whole") return [whole];
  // A role that holds for all of them is not one of the last name alone.
  const [from, role] = given.isPlural ? [given.name, whole.role] : [text, otherwise];
  const parts = splitAt(from).flatMap((part) => peopleOfPart(part, role, way));
  const [only] = parts;
  const isWhole = parts.length === 1 && only!.name === whole.name && only!.role === whole.role;
  if (parts.length === 0 || isWhole) return [only ?? whole];
  // A name that the shop has is not split.
  return [{ ...whole, parts }];
}

/**
 * The people of a cell: Rabindranath Tagore; Radha Chakravarty (Translator).
 * @param otherwise the role of those without one
 * @param way how the column separates them; undefined: nobody has looked at the column
 */
export function peopleIn(cell: string, otherwise: ContributorRole, way?: ListWay): ImportedContributor[] {
  return piecesOfPeople(cell)
    .filter(({ text }) => !isNone(text) && !OTHERS.test(text))
    .flatMap((piece) => peopleOfPiece(piece, otherwise, way));
}
