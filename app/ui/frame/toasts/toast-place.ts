/** In CSS pixels from the top left of the viewport. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** An element that can be pressed or filled in; a small part of a picture may be hidden. */
export interface Control extends Box {
  isPicture?: boolean;
  /** It has the focus, so it must be seen (WCAG 2.4.11). */
  isFocused?: boolean;
  /** It says something about what was just done, or is a title or a sum. */
  isMessage?: boolean;
}

export interface Place {
  side: "right" | "left";
  /** Pixels up from the lower edge. */
  bottom: number;
}

const MARGIN = 16;
const STEP = 8;
/** The part of a picture that may be hidden: the rest can still be seen and pressed. */
const SPARED = 0.2;
/** Where every spot hides something, one that hides neither the focused control nor a message is better than any other. */
const FOCUSED = 1000;

/**
 * On a phone, where no corner is free: a line below the header, else the next place below it that hides neither a message of
 * the page nor the focused control.
 * @param header the lower edge of what stays at the top
 * @returns null when the upper half has no such place
 */
export function placeBelowHeader(
  toast: Pick<Box, "width" | "height">,
  view: Pick<Box, "width" | "height">,
  header: number,
  controls: Control[],
): Place | null {
  const spared = controls.filter(({ isFocused, isMessage }) => isFocused || isMessage);
  const left = view.width - MARGIN - toast.width;
  for (let top = Math.max(header, 0) + STEP; top + toast.height <= view.height / 2; top += STEP) {
    const box = { left, top, width: toast.width, height: toast.height };
    if (spared.every((control) => hiddenPart(control, box) === 0))
      return { side: "right", bottom: view.height - top - toast.height };
  }
  return null;
}

/**
 * A position where the toast hides no control: the lower right corner, else the nearest spot above it, else the same on
 * the left. If every spot hides something, the one that hides least, and nothing of the focused control if that can be.
 * @param controls the elements that can be pressed or filled in, as far as they are in view
 */
export function placeFor(
  toast: Pick<Box, "width" | "height">,
  view: Pick<Box, "width" | "height">,
  controls: Control[],
): Place {
  let best: Place = { side: "right", bottom: MARGIN };
  let least = Infinity;
  const sides =
    toast.width * 2 + MARGIN * 3 > view.width ? (["right"] as const) : (["right", "left"] as const);
  for (const side of sides) {
    const left = side === "right" ? view.width - MARGIN - toast.width : MARGIN;
    for (let bottom = MARGIN; bottom + toast.height + MARGIN <= view.height; bottom += STEP) {
      const top = view.height - bottom - toast.height;
      const box = { left, top, width: toast.width, height: toast.height };
      const hidden = controls.reduce((sum, control) => sum + hiddenPart(control, box), 0);
      if (hidden === 0) return { side, bottom };
      if (hidden < least) {
        least = hidden;
        best = { side, bottom };
      }
    }
  }
  return best;
}

/** How much of a control the box covers: 0 for none or next to nothing, 1 for all of it; far more for the focused one, and for messages. */
function hiddenPart(control: Control, box: Box): number {
  const width =
    Math.min(control.left + control.width, box.left + box.width) - Math.max(control.left, box.left);
  const height =
    Math.min(control.top + control.height, box.top + box.height) - Math.max(control.top, box.top);
  if (width <= 0 || height <= 0) return 0;
  const part = (width * height) / (control.width * control.height);
  if (control.isFocused || control.isMessage) return FOCUSED + part;
  return control.isPicture && part <= SPARED ? 0 : part;
}
