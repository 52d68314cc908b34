import { useEffect, useRef } from "react";
import toast, { Toaster } from "react-hot-toast";
import { useHydrated } from "./hydrated";

export interface ToastMessage {
  id: string;
  kind: "success" | "error" | "info";
  text: string;
}

const looks = {
  info: "bg-card border-line-strong text-ink",
  success: "bg-good-soft border-good text-good",
  error: "bg-bad-soft border-bad text-bad",
};

const TOAST_MS = 4500;
const READING_MS = 50; // a character
const LONGEST_MS = 15_000;
const className = "!bg-card !text-ink !border !border-line-strong !rounded-md !shadow-lg !max-w-sm";

/** A long message takes longer to read. */
const durationOf = (text: string) => Math.min(Math.max(TOAST_MS, text.length * READING_MS), LONGEST_MS);

function show({ id, kind, text }: ToastMessage) {
  const options = { id, duration: durationOf(text) };
  if (kind === "success") toast.success(text, options);
  else if (kind === "error") toast.error(text, options);
  else toast(text, options);
}

/**
 * The messages of the previous request (specification section 8). They stand in the HTML, in the flow of the
 * page; where scripts run they are lifted into toasts. Alt+T moves the focus to them.
 */
export function Toasts({ messages }: { messages: ToastMessage[] }) {
  const region = useRef<HTMLDivElement>(null);
  const scripted = useHydrated();

  useEffect(() => {
    messages.forEach(show);
  }, [messages]);

  useEffect(() => {
    const focusOnToasts = (event: KeyboardEvent) => {
      if (event.altKey && event.code === "KeyT") {
        event.preventDefault();
        region.current?.focus();
      }
    };
    addEventListener("keydown", focusOnToasts);
    return () => removeEventListener("keydown", focusOnToasts);
  }, []);

  return (
    <>
      {scripted || messages.length === 0 ? null : (
        <div role="status" className="flash">
          {messages.map((message) => (
            <p key={message.id} className={`rounded-md border px-4 py-3 font-medium ${looks[message.kind]}`}>
              {message.text}
            </p>
          ))}
        </div>
      )}
      <div ref={region} tabIndex={-1} role="region" aria-label="Notifications (Alt+T)">
        {scripted ? <Toaster position="bottom-right" toastOptions={{ className }} /> : null}
      </div>
    </>
  );
}
