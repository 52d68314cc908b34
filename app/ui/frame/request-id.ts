import { createContext, useContext, useState } from "react";
import { lastFailedRequest } from "./connection";

/** The id under which the log has this request. Server only: what the page shows of it is in the HTML. */
export const RequestIdContext = createContext<string | null>(null);

/** Names the element that shows the id. */
export const REQUEST_ID = "request-id";

/** The id to show where a request failed: the document's own, or of the page's last one. */
export function useFailedRequest(): string | null {
  const given = useContext(RequestIdContext);
  const [id] = useState(
    () =>
      given ??
      (typeof document === "undefined"
        ? null
        : (lastFailedRequest() ?? document.getElementById(REQUEST_ID)?.textContent ?? null)),
  );
  return id;
}
