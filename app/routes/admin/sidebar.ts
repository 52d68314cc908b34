import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { redirect } from "~/http/answers/redirect.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { parseSidebar, SIDEBAR_COOKIE, SIDEBAR_COOKIE_AGE_S } from "~/ui/admin/frame/sidebar-state";
import type { Route } from "./+types/sidebar";

/** The sidebar's toggle without JavaScript: stores the state in the cookie that the script also writes. */
export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request);
  const cookie = createCookie(SIDEBAR_COOKIE, {
    path: "/",
    sameSite: "lax",
    maxAge: SIDEBAR_COOKIE_AGE_S,
    secure: config.secureCookies,
  });
  const plainWord = `=${parseSidebar(form.get("state"))}`;
  const value = (await cookie.serialize("x")).replace(/=[^;]*/, plainWord);
  return redirect(safeRedirect(form.get("redirectTo"), "/admin"), {
    status: 303,
    headers: { "Set-Cookie": value },
  });
}

export function loader() {
  return redirect("/admin");
}
