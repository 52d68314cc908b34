/** A message that waits in a cookie for the next page. */
export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
}

/** A flash in the cookie; the id distinguishes equal messages. */
export interface WaitingFlash extends Flash {
  id: string;
}
