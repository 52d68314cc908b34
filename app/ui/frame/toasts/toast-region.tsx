import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Icon } from "~/ui/kit/icons";
import { dismissToast, holdToast, releaseToast, type Toast } from "./show-toast";

export const TOAST_LOOKS = {
  info: "bg-card border-line-strong text-ink",
  success: "bg-good-soft border-good text-good",
  error: "bg-bad-soft border-bad text-bad",
};

interface RegionProps {
  toast: Toast | null;
  /** The dialog whose controls it must not cover; absent: those of the page. */
  within?: HTMLElement;
}

/**
 * Where the toast of the page, or of an open dialog, is shown. Both live regions exist before any message comes, so that
 * screen readers announce each: errors at once, others when the reader pauses, none that they read in the page. A popover,
 * since nothing else lies above a dialog.
 */
export function ToastRegion({ toast, within }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const node = region.current;
    if (node?.showPopover && !node.matches(":popover-open")) node.showPopover();
  }, []);
  usePlace(region, toast, within);
  const focus = useFocus(region, toast !== null);
  const message = toast ? <Message {...toast} /> : null;
  const isHeard = toast?.isSaid === false;
  const isError = toast?.kind === "error";
  return (
    // Hovering pauses the timers for slow readers; the controls are the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      aria-label="Notifications (Alt+T)"
      className="toasts"
      onMouseEnter={holdToast}
      onMouseLeave={releaseToast}
      onFocus={(event) => {
        holdToast();
        focus.onFocus(event);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) releaseToast();
        focus.onBlur(event);
      }}
      onKeyDown={focus.onKeyDown}
    >
      <div role="status" aria-atomic="false">
        {isHeard && !isError ? message : null}
      </div>
      <div role="alert" aria-atomic="false">
        {isHeard && isError ? message : null}
      </div>
      {isHeard ? null : message}
    </section>
  );
}

function Message({ kind, message }: Toast) {
  return (
    <div className={`toast toast-${kind}`}>
      <p>{message}</p>
      <button type="button" aria-label="Dismiss" className="btn btn-plain" onClick={dismissToast}>
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}

/** Alt+T moves the focus into the toast, Escape dismisses it; when it goes, the focus returns to where it was. */
function useFocus(region: RefObject<HTMLElement | null>, isShown: boolean) {
  const isInside = useRef(false);
  const cameFrom = useRef<Element>(null);

  useEffect(() => {
    if (!isShown) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyT") return;
      event.preventDefault();
      region.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [region, isShown]);

  useLayoutEffect(() => {
    if (!isInside.current || region.current?.contains(document.activeElement)) return;
    if (isShown) return region.current?.focus();
    isInside.current = false;
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  });

  return {
    onFocus({ relatedTarget }: FocusEvent<HTMLElement>) {
      if (!isInside.current) cameFrom.current = relatedTarget;
      isInside.current = true;
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      // Without a target the focus left the page, or the focused element is gone.
      if (relatedTarget && !currentTarget.contains(relatedTarget)) isInside.current = false;
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      dismissToast();
    },
  };
}

const importMoving = () => import("./move-toasts");
let moving: ReturnType<typeof importMoving> | null = null;

/** Fetched with the first form that is sent: most first visits see no toast. */
function loadMoving() {
  moving ??= importMoving().catch((error: unknown) => {
    moving = null;
    throw error;
  });
  return moving;
}

const loadMovingSoon = () => void loadMoving().catch(() => {});

/** Moves the toasts to where they hide no control, also when the page is scrolled or the focus moves under them. */
function usePlace(region: RefObject<HTMLElement | null>, toast: Toast | null, within?: HTMLElement) {
  const wasShown = useRef(false);
  useEffect(() => {
    addEventListener("submit", loadMovingSoon, { once: true, capture: true });
    return () => removeEventListener("submit", loadMovingSoon, { capture: true });
  }, []);
  useLayoutEffect(() => {
    const node = region.current;
    const isNew = !wasShown.current;
    wasShown.current = toast !== null;
    if (!toast || !node) return;
    const place = () => {
      // Not while the pointer or the focus is on them: they would move away from it.
      if (node.matches(":hover") || node.contains(document.activeElement)) return;
      move();
    };
    const move = () =>
      void loadMoving().then(
        ({ moveToasts }) => moveToasts(node, within),
        () => {}, // without a connection they stay in their corner
      );
    // New toasts may appear under a pointer that rests on the button just pressed: that does not keep them there.
    const first = isNew ? move : place;
    first();
    // The element that the message is about may be drawn just after it.
    const soon = [50, 300].map((after) => setTimeout(first, after));
    const events = ["resize", "scrollend", "focusin"];
    events.forEach((event) => addEventListener(event, place, true));
    return () => {
      soon.forEach(clearTimeout);
      events.forEach((event) => removeEventListener(event, place, true));
    };
  }, [region, toast, within]);
}
