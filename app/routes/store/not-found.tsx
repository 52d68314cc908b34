import { data } from "react-router";
import { redirectIfMoved } from "~/http/answers/moved.server";
import type { Route } from "./+types/not-found";

/** Unknown paths: the root's error boundary says '404 Oops! Page not found'. */
export async function loader({ url }: Route.LoaderArgs) {
  await redirectIfMoved(url);
  throw data(null, { status: 404 });
}

export function action() {
  throw data(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
