import { answerApi } from "~/api/answer.server";
import { operations } from "~/api/operations.server";
import type { Route } from "./+types/api";

/** The single route of the JSON API. Unknown paths answer 404, other methods 405, always as JSON. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  return answerApi(operations, request, url, context);
}

export const action = loader;
