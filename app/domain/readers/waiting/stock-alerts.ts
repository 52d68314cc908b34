/** The owner of alerts: those requested by the account, or for its address once that is confirmed. */
export interface AlertOwner {
  id: number;
  email: string;
  emailConfirmed: boolean;
}

/** A book that a customer has an alert for. */
export interface AlertBook {
  bookId: number;
  title: string;
  /** Hidden at present: the alert keeps waiting. */
  hidden: boolean;
}

export type AskOutcome =
  | { ok: true; message: string }
  | { ok: false; reason: "not_found" | "in_stock" | "out_of_print"; message: string };

/**
 * The same for new and repeated requests, so that it does not reveal who has which alert.
 * @param isNew a book that is not out yet
 */
export const alertRequested = (email: string, title: string, isNew = false) =>
  `We will email ${email} once, when "${title}" is ${isNew ? "out" : "back"}`;
export const WITHDRAWN = "We will not email you about this book";
/** The message after an alert was withdrawn. */
export const stopped = (email: string) =>
  `We will not email ${email} about books that are back, unless you ask for it again`;
