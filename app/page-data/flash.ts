/** The next step after what a message tells, e.g. to the cart. */
export interface FlashLink {
  to: string;
  label: string;
}

/** A message that waits in a cookie for the next page. */
export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
  link?: FlashLink;
  /** Why somebody came to this page: shown in its text, with scripts too, not as a toast that goes away. */
  inPage?: true;
}

/** A flash in the cookie; the id distinguishes equal messages. */
export interface WaitingFlash extends Flash {
  id: string;
}
