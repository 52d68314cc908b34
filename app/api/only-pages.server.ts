import type { MiddlewareFunction } from "react-router";
import { refused } from "./operation.server";

/** The reference is a page below the API's path: other methods than GET get the API's JSON refusal. */
export const onlyPages: MiddlewareFunction<Response> = ({ request }, next) => {
  if (request.method === "GET" || request.method === "HEAD") return next();
  return Response.json(refused(`${request.method} is not possible here`), {
    status: 405,
    headers: { Allow: "GET, HEAD", "Cache-Control": "private, no-store" },
  });
};
