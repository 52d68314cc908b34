import { data } from "react-router";

/** Unknown paths: the root's error boundary says '404 Oops! Page not found'. */
export function loader() {
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
