import type { MiddlewareFunction } from "react-router";
import { refused } from "./operation.server";

/** The reference is a page among the API's calls: what posts to it is answered as the calls answer. */
export const onlyPages: MiddlewareFunction<Response> = ({ request }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next();
  return Response.json(refused(`${request.method} is not possible here`), {
    status: 405,
    headers: { Allow: "GET, HEAD", "Cache-Control": "private, no-store" },
  });
};
