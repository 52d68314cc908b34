import { answerApi } from "~/http/api/answer.server";
import { openApiDocument } from "~/http/api/openapi.server";
import { operations } from "./operations.server";
import type { Route } from "./+types/api";

const DOCUMENT = "/api/v1/openapi.json";

/** The one door of the JSON API. Unknown paths answer 404, other methods 405, all of it in JSON. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (url.pathname === DOCUMENT) return openApiDocument(operations, request);
  return answerApi(operations, request, url, context);
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return answerApi(operations, request, url, context);
}
