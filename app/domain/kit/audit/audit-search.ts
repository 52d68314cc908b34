/** The page of the audit log: the parameters of its URL, and what an entry shows. */

import type { AuditSubject } from "~/db/audit-subjects";
import { isPlainDate } from "../dates";
import { parseId } from "../ids";
import { type ListSearch, parseListSearch } from "../listing/listing";
import { readParam, readId, readDigits } from "../search-params";
import type { AuditChange, AuditFields } from "./audit";
import { AUDIT_KINDS, AUDIT_SUBJECTS } from "./audit-kinds";

/** The person filter's value for entries that no account made. */
export const NO_ACCOUNT = "none";
export const NO_ACCOUNT_LABEL = "Former staff and programs";

export interface AuditSearch extends Pick<ListSearch, "q" | "size"> {
  /** The id of an account; `NO_ACCOUNT`; null: everybody. */
  who: number | typeof NO_ACCOUNT | null;
  kind: AuditSubject | null;
  /** As stored, e.g. "updated". */
  action: string | null;
  /** First and last day in India, e.g. "2026-11-21". */
  from: string | null;
  to: string | null;
  /** Only the entry that tells of an action on many things, and those of the things. */
  whole: number | null;
  /** The page that follows or precedes an entry; null: the newest entries. */
  at: { direction: "older" | "newer"; id: number } | null;
}

const EARLIEST = "2000-01-01";
const LATEST = "2999-12-31";
const day = (text: string | null) =>
  text && isPlainDate(text) && text >= EARLIEST && text <= LATEST ? text : null;

/** Reads q, size, who, kind, action, from, to, whole, older and newer. Invalid values are ignored. */
export function parseAuditSearch(params: URLSearchParams): AuditSearch {
  const { q, size } = parseListSearch(params);
  const who = readParam(params, "who");
  const kind = readParam(params, "kind");
  const [older, newer] = [readId(params, "older"), readId(params, "newer")];
  return {
    q,
    size,
    who: who === NO_ACCOUNT ? who : parseId(who),
    kind: AUDIT_SUBJECTS.find((subject) => subject === kind) ?? null,
    action: readParam(params, "action") || null,
    from: day(readDigits(params, "from")),
    to: day(readDigits(params, "to")),
    whole: readId(params, "whole"),
    at:
      older !== null
        ? { direction: "older", id: older }
        : newer !== null
          ? { direction: "newer", id: newer }
          : null,
  };
}

/** Whether any filter is set; an empty list then says so. */
export const isNarrowed = ({ q, who, kind, action, from, to, whole }: AuditSearch) =>
  Boolean(q || who || kind || action || from || to || whole);

/** An entry of the whole log. */
export interface LoggedEntry {
  id: number;
  /** Empty for entries from before names were stored, of accounts that are gone. */
  who: string;
  /** UTC, ISO 8601. */
  at: string;
  /** In the past tense. */
  action: string;
  subject: AuditSubject;
  subjectId: number;
  /** What it is called now; null: it is gone, or has no name. */
  name: string | null;
  isGone: boolean;
  /** Its page; null: it has none, is gone, or the reader may not see it. */
  path: string | null;
  changes: AuditChange[];
  /** Whether a customer's personal data has been erased from the values. */
  isErased: boolean;
  /** Further entries of the same action, which the log shows only with this one. */
  parts: number;
}

/** A page of the log: there is no count, which would take long with a million entries. */
export interface AuditPage {
  entries: LoggedEntry[];
  /** The ids for the links to the next pages; null: there are none. */
  newer: number | null;
  older: number | null;
}

/** The filters that are set, for the entry about an export. @param people names of staff by account id */
export function filtersInWords(search: AuditSearch, people: Map<number, string>): AuditFields {
  const { q, who, kind, action, from, to, whole } = search;
  return {
    ...(whole && { "All of entry": whole }),
    ...(q && { Search: q }),
    ...(who && { Person: who === NO_ACCOUNT ? NO_ACCOUNT_LABEL : (people.get(who) ?? `Account ${who}`) }),
    ...(kind && { What: AUDIT_KINDS[kind].label }),
    ...(action && { Action: action }),
    ...(from && { From: from }),
    ...(to && { To: to }),
  };
}
