import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import { SHOP_NOT_OPEN } from "~/domain/shop/settings/seller";
import type { NextStep } from "~/page-data/next-step";
import type { RootData } from "~/page-data/root-data";
import { Notice } from "~/ui/kit/notice";

// Notes that most visitors do not see: they do not fetch them (store-frame.tsx).

/** Shown to a logged-in admin who previews the store. */
export function PreviewRibbon() {
  return (
    <aside aria-label="Preview" className="ribbon note-line">
      <span>You are previewing the store.</span>
      <a href="/admin?preview=off">Back to admin</a>
    </aside>
  );
}

/** When the flash is gone, the home page still says how to go on with a forgotten password; with it only 'Send again'. */
export function NextStepNotice({ step }: { step: NextStep }) {
  const { pathname } = useLocation();
  const isTold = useRouteLoaderData<RootData>("root")?.flash.some(({ inPage }) => inPage);
  if (pathname !== "/" && pathname !== "/index") return null;
  return (
    <aside aria-label="Your password" className="note">
      <p className="note-line">
        {step === "reset-sent" ? (
          <>
            <span>
              {isTold
                ? "The link works for one hour. Nothing there? Check your spam folder as well."
                : "Check your inbox for the link to choose a new password; it works for one hour. Nothing there? Check your spam folder as well."}
            </span>
            <Link to="/forgot-password" className="link">
              Send again
            </Link>
          </>
        ) : (
          <>
            <span>Your new password is set.</span>
            <Link to="/login" className="link">
              Log in with it
            </Link>
          </>
        )}
      </p>
    </aside>
  );
}

export function ConfirmEmailNotice() {
  const { pathname, search } = useLocation();
  // After confirming, the page of a used link has nothing more to show.
  const back = pathname === "/confirm-email" ? "/" : pathname + search;
  return (
    <aside aria-label="Your email address" className="note">
      <Form method="post" action="/confirm-email" className="note-line">
        <span>Please confirm your email: we sent you a link.</span>
        <input type="hidden" name="redirectTo" value={back} />
        <button type="submit" name="intent" value="resend" className="link font-semibold">
          Send again
        </button>
      </Form>
    </aside>
  );
}

/** The announcement that staff wrote, on its days. */
export function AnnouncementBar({ text, linkLabel, to }: { text: string; linkLabel: string; to: string }) {
  return (
    <aside aria-label="Announcement" className="ribbon note-line">
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {text}
      </span>
      {to ? (
        <Link to={to} dir="auto">
          {linkLabel}
        </Link>
      ) : null}
    </aside>
  );
}

/** Shown while no orders are taken: a live shop has no seller in its settings, or staff have closed it. */
export function NotOpenNote({ why }: { why: string }) {
  return (
    <aside aria-label="Orders" className="demo-note">
      <bdi>{why}</bdi>
      {why === SHOP_NOT_OPEN ? " You can look around." : null}
    </aside>
  );
}

/** Why somebody was led to this page, e.g. to the login: above its text, where no toast covers anything. */
export function PageMessages() {
  const messages = useRouteLoaderData<RootData>("root")?.flash.filter(({ inPage }) => inPage) ?? [];
  if (messages.length === 0) return null;
  return (
    <div className="page-messages">
      {messages.map(({ id, kind, text }) => (
        <Notice key={id} kind={kind}>
          {text}
        </Notice>
      ))}
    </div>
  );
}
