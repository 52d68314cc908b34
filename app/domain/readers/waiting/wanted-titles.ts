import { type ListSearch, parseListSearch } from "~/domain/kit/listing/listing";
import { readParam } from "~/domain/kit/search-params";

// A wanted title: one that somebody asked for because the shop does not have it.

export const WANTED_MAX = { title: 200, author: 100, email: 254 } as const;

/** The same for a new and a repeated request, so that it does not reveal who has asked for what. */
export const titleAskedFor = (email: string, title: string) =>
  `Thank you! We will email ${email} once, if we get “${title}”`;

export const WANTED_STATES = { waiting: "Waiting", answered: "Answered", all: "All" } as const;
export type WantedState = keyof typeof WANTED_STATES;

const WANTED_SORTS = ["title", "people", "asked"] as const;
export type WantedSort = (typeof WANTED_SORTS)[number];

export interface WantedSearch extends ListSearch<WantedSort> {
  state: WantedState;
}

/** Reads the list's search from the URL. Invalid values are ignored. */
export function parseWantedSearch(params: URLSearchParams): WantedSearch {
  const state = readParam(params, "state");
  return {
    ...parseListSearch(params, WANTED_SORTS),
    state: (Object.keys(WANTED_STATES) as WantedState[]).find((one) => one === state) ?? "waiting",
  };
}

/** A title with all who asked for it and have the same answer. */
export interface WantedTitle {
  /** Of the first request: finds them all. */
  id: number;
  /** As the last one typed it. */
  title: string;
  /** As one of them typed it; empty if none did. */
  author: string;
  people: number;
  /** The last request, ISO 8601. */
  asked: string;
  /** When staff said that the shop has it, ISO 8601; null: not yet. */
  answered: string | null;
  /** The book that was named; null: none yet, or it is deleted. */
  book: { id: number; title: string } | null;
}

export const WANTED_NOT_FOUND = "Nobody waits for this title any more";
export const CANNOT_BE_BOUGHT = "This book cannot be bought at present. Please choose one that can.";

/** What staff read after they named the book. */
export const peopleTold = (people: number, title: string) =>
  `${countOfPeople(people)} will be emailed that we have “${title}”`;

/** E.g. "1 person", "12 people". */
export const countOfPeople = (people: number) => (people === 1 ? "1 person" : `${people} people`);
