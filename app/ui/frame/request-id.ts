import { createContext, useContext, useState } from "react";
import { lastFailedRequest } from "./navigation/connection";

/** The log's id of this request. Only set on the server: a page that shows it has it in its HTML. */
export const RequestIdContext = createContext<string | null>(null);

/** Names the element that shows the id. */
export const REQUEST_ID = "request-id";

/** The id to show when a request failed: the document's own, or that of the last failed request. */
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
