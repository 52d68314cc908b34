/** Whose alerts: what was asked for by the account, or for its address once that is known to be theirs. */
export interface AlertOwner {
  id: number;
  email: string;
  emailConfirmed: boolean;
}

/** A book that a customer waits for. */
export interface WaitedFor {
  bookId: number;
  title: string;
  /** Not in the store for now: the alert goes on waiting. */
  hidden: boolean;
}

export type AskOutcome =
  | { ok: true; message: string }
  | { ok: false; reason: "not_found" | "in_stock"; message: string };

/** The same whether it was asked before or not: nobody can find out who waits for what. */
export const willTell = (email: string, title: string) =>
  `We will email ${email} once, when "${title}" is back`;
export const WITHDRAWN = "You stopped waiting: we will not email you about this book";
export const stopped = (email: string) =>
  `We will not write to ${email} about books that are back, unless asked again`;
