import { Form, Link, useLocation } from "react-router";
import { SHOP_NOT_OPEN } from "~/domain/settings/seller";
import type { NextStep } from "~/page-data/next-step";

/** Shown to a logged-in admin who previews the store. */
export function PreviewRibbon() {
  return (
    <aside
      aria-label="Preview"
      className="bg-ink text-paper flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-2 text-sm"
    >
      <span>You are previewing the store.</span>
      <a href="/admin?preview=off" className="min-h-6 font-semibold underline underline-offset-3">
        Back to admin
      </a>
    </aside>
  );
}

/** The announcement that staff wrote, on its days. */
export function AnnouncementBar({ text, linkLabel, to }: { text: string; linkLabel: string; to: string }) {
  return (
    <aside
      aria-label="Announcement"
      className="bg-ink text-paper flex flex-wrap items-baseline justify-center gap-x-4 gap-y-1 px-4 py-2 text-center text-sm"
    >
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {text}
      </span>
      {to ? (
        <Link to={to} className="min-h-6 font-semibold underline underline-offset-3" dir="auto">
          {linkLabel}
        </Link>
      ) : null}
    </aside>
  );
}

export function DemoNote({ demo }: { demo: boolean }) {
  return (
    <aside aria-label="Test shop" className="demo-note">
      {demo
        ? "Demo shop: nothing is really sold, payments are test payments."
        : "Test payments: no money is taken."}
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

/** After the flash is gone, the home page still says how to go on with a forgotten password. */
export function NextStepNotice({ step }: { step: NextStep }) {
  const { pathname } = useLocation();
  if (pathname !== "/" && pathname !== "/index") return null;
  return (
    <aside aria-label="Your password" className="border-line bg-card border-b">
      <p className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm sm:px-6">
        {step === "reset-sent" ? (
          <>
            <span>
              Check your inbox for the link to choose a new password; it works for one hour. Nothing there?
              Check your spam folder as well.
            </span>
            <Link to="/forgot-password" className="link min-h-6">
              Send again
            </Link>
          </>
        ) : (
          <>
            <span>Your new password is set.</span>
            <Link to="/login" className="link min-h-6">
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
    <aside aria-label="Your email address" className="border-line bg-card border-b">
      <Form
        method="post"
        action="/confirm-email"
        className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 text-sm sm:px-6"
      >
        <span>Please confirm your email: we sent you a link.</span>
        <input type="hidden" name="redirectTo" value={back} />
        <button type="submit" name="intent" value="resend" className="link min-h-8 font-semibold">
          Send again
        </button>
      </Form>
    </aside>
  );
}
