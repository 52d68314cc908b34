import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { useLocation, useRouteLoaderData } from "react-router";
import type { WaitingFlash } from "~/page-data/flash";
import type { RootData } from "~/page-data/root-data";
import { useHydrated } from "~/ui/kit/hydrated";
import { dismissToast, showToast, useToast, withLink } from "./show-toast";
import { useToastHost } from "./toast-host";
import { TOAST_LOOKS, ToastRegion } from "./toast-region";

/**
 * The messages of the previous request (docs/specification.md §8), but for those that the page itself shows (`PageMessages`).
 * They are part of the HTML (`PlainMessages`); where scripts run they become toasts, one after the other, placed where they
 * cover no message of the page. Alt+T moves the focus to them. A navigation to another page removes the messages before it; so does a dialog
 * that opens, where they would be beside another form.
 */
export function Toasts({ messages }: { messages: WaitingFlash[] }) {
  const host = useToastHost();
  const toast = useToast();
  useTurns(messages, host, toast !== null);
  return (
    <>
      <ToastRegion toast={host ? null : toast} />
      {host ? createPortal(<ToastRegion toast={toast} within={host} />, host) : null}
    </>
  );
}

/** The same messages in the text of the page, at its top, until scripts run. */
export function PlainMessages() {
  const scripted = useHydrated();
  const { pathname } = useLocation();
  const flash = useRouteLoaderData<RootData>("root")?.flash ?? [];
  const messages = flash.filter(({ inPage }) => !inPage);
  if (scripted || messages.length === 0) return null;
  return (
    <div role="status" className="flash">
      {messages.map((message) => (
        <p
          key={message.id}
          className={`rounded-md border px-4 py-3 font-medium ${TOAST_LOOKS[message.kind]}`}
        >
          {withLink(message.text, linkOn(pathname, message))}
        </p>
      ))}
    </div>
  );
}

/** Shows new messages, the next when the one before is gone. */
function useTurns(messages: WaitingFlash[], host: HTMLElement | null, isShown: boolean) {
  const { pathname, key } = useLocation();
  const lastShown = useRef({ messages: [] as WaitingFlash[], pathname, key, host });
  const waiting = useRef<WaitingFlash[]>([]);
  useEffect(() => {
    const before = lastShown.current;
    const isNews = messages !== before.messages && messages.length > 0;
    // The navigation that brought the last messages; a dialog that came with them opens a moment later.
    const shownAt = isNews ? key : before.key;
    lastShown.current = { messages, pathname, key: shownAt, host };
    const isOpening = host !== null && host !== before.host && key !== shownAt;
    if (isNews || isOpening || pathname !== before.pathname) {
      dismissToast();
      waiting.current = [];
    }
    if (!isNews) return;
    const [first, ...others] = messages.filter(({ inPage }) => !inPage);
    waiting.current = others;
    if (first) show(first, pathname);
  }, [messages, pathname, key, host]);

  const wasShown = useRef(false);
  useEffect(() => {
    const isOver = wasShown.current && !isShown;
    wasShown.current = isShown;
    const next = isOver ? waiting.current.shift() : undefined;
    if (next) show(next, pathname);
  }, [isShown, pathname]);
}

/** Without a link to the page that is shown. */
const linkOn = (pathname: string, { link }: WaitingFlash) => (link?.to === pathname ? undefined : link);
const show = (message: WaitingFlash, pathname: string) =>
  showToast(message.kind, message.text, linkOn(pathname, message));
