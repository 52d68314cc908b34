/** A message that waits in a cookie for the next page. */
export interface Flash {
  kind: "success" | "error" | "info";
  text: string;
}

/** As it waits in the cookie: the id tells one showing from the next. */
export interface WaitingFlash extends Flash {
  id: string;
}
