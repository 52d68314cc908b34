import { Form, Link, useLocation } from "react-router";
import { SHOP_NOT_OPEN } from "~/domain/settings/seller";
import type { NextStep } from "~/page-data/next-step";

/** A signed-in admin looks at the store as shoppers see it. */
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

export function DemoNote({ demo }: { demo: boolean }) {
  return (
    <aside aria-label="Test shop" className="demo-note">
      {demo
        ? "Demo shop: nothing is really sold, payments are test payments."
        : "Test payments: no money is taken."}
    </aside>
  );
}

/** A live shop that has not been told who sells. */
export function NotOpenNote() {
  return (
    <aside aria-label="Orders" className="demo-note">
      {SHOP_NOT_OPEN} You can look around.
    </aside>
  );
}

/** Stays on the home page after the message there has gone: how it goes on with a forgotten password. */
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
              Look among the spam as well.
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
  // A used link's own page has nothing more to say.
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
