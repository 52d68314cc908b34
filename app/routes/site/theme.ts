import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { redirect } from "~/http/answers/redirect.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { parseTheme, THEME_COOKIE } from "~/page-data/theme";
import type { Route } from "./+types/theme";

const YEAR = 365 * 24 * 3600;

/** The theme switch without JavaScript: the choice goes into a cookie that scripts can read too. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const theme = parseTheme(form.get("theme"));
  const back = safeRedirect(form.get("redirectTo"));
  if (!theme) return redirect(back, 303);
  const cookie = createCookie(THEME_COOKIE, {
    path: "/",
    sameSite: "lax",
    maxAge: YEAR,
    secure: config.secureCookies,
  });
  const value = (await cookie.serialize("x")).replace(/=[^;]*/, `=${theme}`); // a plain word, not an encoded value
  return redirect(back, { status: 303, headers: { "Set-Cookie": value } });
}

export function loader() {
  return redirect("/");
}
