import { type Control, placeBelowHeader, placeFor } from "./toast-place";

/** What toasts must not cover: controls, and what is read while one works, such as titles, sums and error messages. */
const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label, h1, h2, dt, dd, .sum, .price, .stepper, aside, [role=alert], [role=status], [id$='-error']";
/** Of these what no toast covers as long as there is another place. */
const MESSAGES = "h1, h2, dd, .sum, .price, .stepper, aside, [role=alert], [role=status], [id$='-error']";
/** On a phone, where the line below the header may lie on links and pictures, also these. */
const PRESSED = "button, .btn";
/** Smaller elements are only for screen readers. */
const SMALLEST_PX = 8;

/**
 * Moves the toasts to where they hide no control and no message.
 * @param within the open dialog that they belong to; absent: the page
 */
export function moveToasts(node: HTMLElement, within?: HTMLElement): void {
  const view = { width: document.documentElement.clientWidth, height: innerHeight };
  const box = node.getBoundingClientRect();
  const isPhone = view.width < PHONE_PX && !within;
  const controls = controlsIn(within, node, view.height, isPhone ? `${MESSAGES}, ${PRESSED}` : MESSAGES);
  const { side, bottom } =
    (isPhone && placeBelowHeader(box, view, headerBottom(), controls)) || placeFor(box, view, controls);
  node.style.setProperty("bottom", `${bottom}px`);
  node.style.setProperty("left", side === "left" ? "1rem" : "auto");
  node.style.setProperty("right", side === "left" ? "auto" : "1rem");
}

/** As in the styles: from this width on, toasts are in a corner. */
const PHONE_PX = 640;

/** The lower edge of what is above the page's text: of all of it, or when that is scrolled away of the bar that stays. */
function headerBottom(): number {
  const edges = [document.getElementById("main")?.getBoundingClientRect().top ?? 0];
  const bar = document.querySelector("header")?.getBoundingClientRect();
  if (bar && bar.top <= 0) edges.push(bar.bottom);
  return Math.max(...edges);
}

function controlsIn(
  within: HTMLElement | undefined,
  toasts: HTMLElement,
  viewHeight: number,
  messages: string,
): Control[] {
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
      isMessage: control.matches(messages),
    };
  });
}
