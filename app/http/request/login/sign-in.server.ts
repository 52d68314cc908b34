import { lockCustomer } from "~/domain/kit/locks.server";
import { beside } from "~/db/writing/beside.server";
import { type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { deviceName } from "~/domain/people/accounts/devices.server";
import type { SignInMethod } from "~/domain/people/factors/factors";
import { hasSecondFactor } from "~/domain/people/factors/second-factor.server";
import { hasSignedInBefore, recordSignIn } from "~/domain/people/factors/sign-ins.server";
import { queueNewDeviceMail, queueWrongCodesMail } from "~/domain/people/factors/owner-mails.server";
import { redirect } from "~/http/answers/redirect.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { wake } from "~/platform/wake.server";
import { rememberStaff } from "../stashed-form.server";
import { isKnownDevice, rememberDevice } from "../limits/login-limits.server";
import { mailSite } from "../mail-site.server";
import { dropNextStep } from "./next-step.server";
import { requestInfoContext } from "../request-info.server";
import { getRequestSession, type RequestSession } from "../request-session.server";
import { safeRedirect } from "../safe-redirect";
import { withRedirect } from "~/domain/kit/with-redirect";
import { beginSecondStep, isRemembered } from "./second-step.server";
import { dropUsernameHint } from "./username-hint.server";

interface Visit {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

export interface SigningIn {
  id: number;
  email: string;
  role: "customer" | "admin";
}

interface Wishes {
  /** 'Remember me'. */
  remember: boolean;
  /** Where to go afterwards, from the form or the address. */
  redirectTo: string | null | undefined;
}

/**
 * Goes on after a right password: begins the session, or leads staff with a second factor to the page that asks for it.
 * Until then nothing is open to them.
 */
export async function afterPassword(visit: Visit, account: SigningIn, wishes: Wishes): Promise<Response> {
  if (account.role === "admin") visit.context.get(requestInfoContext).isOfStaff = true;
  const needsMore = account.role === "admin" && (await hasSecondFactor(readDb, account.id));
  if (!needsMore) return beginSession(visit, account, { ...wishes, method: "password" });
  if (await isRemembered(visit.request, account.id))
    return beginSession(visit, account, { ...wishes, method: "remembered" });
  const session = getRequestSession(visit.context);
  await beginSecondStep(session, { accountId: account.id, remember: wishes.remember });
  return redirect(withRedirect("/login/code", safeRedirect(wishes.redirectTo, "")), 303);
}

/**
 * Begins the session of somebody who has shown all that is needed.
 * @param message for the next page
 */
export async function beginSession(
  { request, context }: Visit,
  account: SigningIn,
  { remember, redirectTo, method, message }: Wishes & { method: SignInMethod; message?: string },
): Promise<Response> {
  const session = getRequestSession(context);
  const isNew = !(await isKnownDevice(request, account.email));
  if (isNew) await mailAboutLogin(session, account);
  await session.signIn(account.id, { remember, method });
  session.setCookie(await rememberDevice(request, account.email));
  session.setCookie(await dropUsernameHint());
  session.setCookie(await dropNextStep());
  if (account.role === "admin") rememberStaff(session, account.id);
  const home = account.role === "admin" ? "/admin" : "/";
  return redirectWithFlash(context, safeRedirect(redirectTo, home), {
    kind: "success",
    text: message ?? "Login successful!",
  });
}

/**
 * Mails about a login from a new device: to staff always, to customers from their second login on.
 * @param channel `app` for the API
 */
export async function mailAboutLogin(
  session: RequestSession,
  account: Pick<SigningIn, "id" | "role">,
  channel: "browser" | "app" = "browser",
): Promise<void> {
  if (account.role === "customer" && !(await hasSignedInBefore(readDb, account.id))) return;
  const device = deviceName(session.userAgent ?? "", channel);
  await queueNewDeviceMail(writeDb, account.id, device, await mailSite(session), new Date());
  wake("mail");
}

/** Records a wrong code, and tells the account's owner when they become many. */
export async function recordWrongCode(
  session: RequestSession,
  accountId: number,
  channel: "browser" | "app" = "browser",
): Promise<void> {
  const site = await mailSite(session);
  const now = new Date();
  await beside(writeDb, async (trx) => {
    // The wrong codes are counted.
    await lockCustomer(trx, accountId);
    const { userAgent } = session;
    await recordSignIn(trx, { accountId, event: "wrong_code", channel, userAgent }, now);
    await queueWrongCodesMail(trx, accountId, site, now);
  });
  wake("mail");
}
