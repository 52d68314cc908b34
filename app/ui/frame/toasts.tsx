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
 * The messages of the previous request (docs/specification.md §8). They stand in the HTML, in the flow of the
 * page; where scripts run they are lifted into toasts, to where no control is. Alt+T moves the focus to them.
 * Messages of another page go with it; those from before a dialog opened go when it opens, where they would stand beside
 * another form.
 */
export function Toasts({ messages }: { messages: ToastMessage[] }) {
  const scripted = useHydrated();
  const host = useToastHost();
  const { toasts, handlers } = useToaster();
  const shown = toasts.filter((one) => one.visible);

  const { pathname, key } = useLocation();
  const told = useRef({ messages: [] as ToastMessage[], pathname, key, host });
  useEffect(() => {
    const before = told.current;
    const isNews = messages !== before.messages && messages.length > 0;
    // Where the last messages came with; the dialog that came with them opens a moment later.
    const toldAt = isNews ? key : before.key;
    told.current = { messages, pathname, key: toldAt, host };
    const isOpening = host !== null && host !== before.host && key !== toldAt;
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
