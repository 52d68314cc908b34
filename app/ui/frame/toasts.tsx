import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import toast, { useToaster } from "react-hot-toast/headless";
import { useLocation } from "react-router";
import { useHydrated } from "~/ui/kit/hydrated";
import { showToast, type ToastKind } from "./show-toast";
import { useToastHost } from "./toast-host";
import { TOAST_LOOKS, ToastRegion } from "./toast-region";

export interface ToastMessage {
  id: string;
  kind: ToastKind;
  text: string;
}

/**
 * The messages of the previous request (docs/specification.md §8). They are part of the HTML; where scripts run they
 * become toasts, placed where no control is. Alt+T moves the focus to them. A navigation to another page removes the
 * messages before it; so does a dialog that opens, where they would be beside another form.
 */
export function Toasts({ messages }: { messages: ToastMessage[] }) {
  const scripted = useHydrated();
  const host = useToastHost();
  const { toasts, handlers } = useToaster();
  const shown = toasts.filter((one) => one.visible);

  const { pathname, key } = useLocation();
  const lastShown = useRef({ messages: [] as ToastMessage[], pathname, key, host });
  useEffect(() => {
    const before = lastShown.current;
    const isNews = messages !== before.messages && messages.length > 0;
    // The navigation that brought the last messages; a dialog that came with them opens a moment later.
    const shownAt = isNews ? key : before.key;
    lastShown.current = { messages, pathname, key: shownAt, host };
    const isOpening = host !== null && host !== before.host && key !== shownAt;
    if (isNews || isOpening || pathname !== before.pathname) toast.remove();
    if (isNews) messages.forEach(({ kind, text }, place) => showToast(kind, text, place));
  }, [messages, pathname, key, host]);

  return (
    <>
      {scripted || messages.length === 0 ? null : (
        <div role="status" className="flash">
          {messages.map((message) => (
            <p
              key={message.id}
              className={`rounded-md border px-4 py-3 font-medium ${TOAST_LOOKS[message.kind]}`}
            >
              {message.text}
            </p>
          ))}
        </div>
      )}
      <ToastRegion toasts={host ? [] : shown} pause={handlers.startPause} goOn={handlers.endPause} />
      {host
        ? createPortal(
            <ToastRegion toasts={shown} pause={handlers.startPause} goOn={handlers.endPause} within={host} />,
            host,
          )
        : null}
    </>
  );
}
