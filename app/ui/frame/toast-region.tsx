import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import toast, { type Toast } from "react-hot-toast/headless";
import { Icon } from "~/ui/kit/icons";
import { type Control, placeFor } from "./toast-place";

export const TOAST_LOOKS = {
  info: "bg-card border-line-strong text-ink",
  success: "bg-good-soft border-good text-good",
  error: "bg-bad-soft border-bad text-bad",
};

interface RegionProps {
  toasts: Toast[];
  /** Stops the toasts' timers until `goOn`. */
  pause: () => void;
  goOn: () => void;
  /** The dialog whose controls they must not cover; absent: those of the page. */
  within?: HTMLElement;
}

/**
 * The toasts of the page or of an open dialog. Both lists exist before any message comes, so that screen readers announce
 * each: errors at once, others when the reader pauses. A popover, since nothing else lies above a dialog.
 */
export function ToastRegion({ toasts, pause, goOn, within }: RegionProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const node = region.current;
    if (node?.showPopover && !node.matches(":popover-open")) node.showPopover();
  }, []);
  usePlace(region, toasts, within);
  const focus = useFocus(region, toasts);
  useEffect(() => {
    // Without toasts there is no pointer or focus on them.
    if (toasts.length === 0) goOn();
  }, [toasts.length, goOn]);

  const errors = toasts.filter((one) => one.type === "error");
  const others = toasts.filter((one) => one.type !== "error");
  return (
    // Hovering pauses the timers for slow readers; the controls are the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      popover="manual"
      tabIndex={-1}
      aria-label="Notifications (Alt+T)"
      className="toasts"
      onMouseEnter={pause}
      onMouseLeave={goOn}
      onFocus={(event) => {
        pause();
        focus.onFocus(event);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) goOn();
        focus.onBlur(event);
      }}
      onKeyDown={focus.onKeyDown}
    >
      <div role="status" aria-atomic="false">
        {others.map((one) => (
          <Message key={one.id} one={one} />
        ))}
      </div>
      <div role="alert" aria-atomic="false">
        {errors.map((one) => (
          <Message key={one.id} one={one} />
        ))}
      </div>
    </section>
  );
}

function Message({ one: { id, type, message } }: { one: Toast }) {
  const kind = type === "error" || type === "success" ? type : "info";
  return (
    <div className={`toast ${TOAST_LOOKS[kind]}`}>
      <p className="min-w-0 flex-1 py-2.5">{String(message)}</p>
      <button
        type="button"
        aria-label="Dismiss"
        className="btn btn-plain min-h-9 p-2! text-current"
        onClick={() => toast.remove(id)}
      >
        <Icon name="close" className="size-5" />
      </button>
    </div>
  );
}

/** Alt+T moves the focus into the toasts, Escape dismisses all; when the last one goes, the focus returns to where it was. */
function useFocus(region: RefObject<HTMLElement | null>, toasts: Toast[]) {
  const isInside = useRef(false);
  const cameFrom = useRef<Element>(null);
  const count = toasts.length;

  useEffect(() => {
    if (count === 0) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.code !== "KeyT") return;
      event.preventDefault();
      region.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [region, count]);

  useLayoutEffect(() => {
    if (!isInside.current || region.current?.contains(document.activeElement)) return;
    if (count > 0) return region.current?.focus();
    isInside.current = false;
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }, [region, count]);

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
      toast.remove();
    },
  };
}

/** What toasts must not cover: controls, and what is read while one works, such as titles, sums and error messages. */
const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, h1, h2, dt, dd, .sum, [role=alert], [role=status]";
/** Smaller elements are only for screen readers. */
const SMALLEST_PX = 8;

/** Moves the toasts to where they hide no control, also when the page is scrolled or the focus moves under them. */
function usePlace(region: RefObject<HTMLElement | null>, toasts: Toast[], within?: HTMLElement) {
  const count = toasts.length;
  const countBefore = useRef(0);
  useLayoutEffect(() => {
    const node = region.current;
    const isNew = countBefore.current === 0;
    countBefore.current = count;
    if (count === 0 || !node) return;
    const place = () => {
      // Not while the pointer or the focus is on them: they would move away from it.
      if (node.matches(":hover") || node.contains(document.activeElement)) return;
      move();
    };
    const move = () => {
      const view = { width: document.documentElement.clientWidth, height: innerHeight };
      const { side, bottom } = placeFor(
        node.getBoundingClientRect(),
        view,
        controlsIn(within, node, view.height),
      );
      node.style.setProperty("bottom", `${bottom}px`);
      node.style.setProperty("left", side === "left" ? "1rem" : "auto");
      node.style.setProperty("right", side === "left" ? "auto" : "1rem");
    };
    // New toasts may appear under a pointer that rests on the button just pressed: that does not keep them there.
    const first = isNew ? move : place;
    first();
    // The element that the message is about may be drawn just after it.
    const soon = setTimeout(first, 50);
    const events = ["resize", "scrollend", "focusin"];
    events.forEach((event) => addEventListener(event, place, true));
    return () => {
      clearTimeout(soon);
      events.forEach((event) => removeEventListener(event, place, true));
    };
  }, [region, count, within]);
}

function controlsIn(within: HTMLElement | undefined, toasts: HTMLElement, viewHeight: number): Control[] {
  const all = [...(within ?? document).querySelectorAll<HTMLElement>(CONTROLS)];
  return all.flatMap((control) => {
    if (toasts.contains(control)) return [];
    const box = control.getBoundingClientRect();
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, viewHeight)];
    if (box.width < SMALLEST_PX || bottom - top < SMALLEST_PX) return [];
    // Skips controls that are scrolled out of view within a part of the page, or covered by something other than a toast.
    const topmost = document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2);
    if (!control.contains(topmost) && !toasts.contains(topmost)) return [];
    const { left, width, height } = box;
    return {
      left,
      top: box.top,
      width,
      height,
      isPicture: control.querySelector("img") !== null,
      isFocused: control === document.activeElement,
    };
  });
}
