import Combobox from "@github/combobox-nav";
import { canSuggest } from "~/domain/catalogue/finding/suggestions/suggestions";

/** How long a pause in typing must be before suggestions are fetched. */
const PAUSE_MS = 120;
/** Pixels left free between the list and the edge of the screen, or the keyboard of a phone. */
const ROOM_BELOW = 8;

/** How many suggestions there are, for screen readers. */
export const countWords = (count: number): string =>
  count === 1 ? "1 suggestion" : `${count || "No"} suggestions`;

/** Where suggestions come from, as JSON for `?q=`, and how many entries an answer has. */
export interface Suggesting<Found> {
  address: string;
  countOf(found: Found): number;
}

/**
 * Fetches suggestions while somebody types; the newest answer wins. Arrow keys choose from the list, or open it again; Enter
 * opens the choice, Escape closes the list. If nothing can be fetched, there is no list.
 * @param show shows what was found; null: nothing was asked @returns a function that ends it
 */
export function suggestFor<Found>(
  input: HTMLInputElement,
  list: HTMLElement,
  { address, countOf }: Suggesting<Found>,
  show: (found: Found | null) => void,
): () => void {
  const combobox = new Combobox(input, list, { tabInsertsSuggestions: false });
  const ended = new AbortController();
  const screen = window.visualViewport;
  let asked: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;

  const stop = () => {
    clearTimeout(pause);
    asked?.abort();
  };
  const update = (found: Found | null) => {
    isOpen = found !== null && countOf(found) > 0;
    if (isOpen) {
      fit();
      combobox.start();
    } else combobox.stop();
    show(found);
  };
  const close = () => {
    stop();
    update(null);
  };
  // Not only when a word is complete: keyboards of phones compose every word with an input method.
  const ask = () => {
    stop();
    const q = input.value.trim();
    if (!canSuggest(q)) return update(null);
    const { signal } = (asked = new AbortController());
    const answered = (found: Found | null) => signal.aborted || update(found);
    pause = setTimeout(
      () => void fetchFor<Found>(address, q, signal).then(answered, () => answered(null)),
      PAUSE_MS,
    );
  };
  const fit = () => {
    const { bottom } = input.getBoundingClientRect();
    if (screen) list.style.maxHeight = `${screen.offsetTop + screen.height - bottom - ROOM_BELOW}px`;
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && !isOpen) ask();
    if (event.key !== "Escape" || !isOpen) return;
    // The text stays, and so does a menu around the field: the next Escape is for them.
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  const { signal } = ended;
  input.autocomplete = "off";
  input.addEventListener("input", ask, { signal });
  input.addEventListener("keydown", onKey, { signal });
  input.addEventListener("blur", close, { signal });
  input.form?.addEventListener("submit", close, { signal });
  // A press on an entry leaves the focus in the field, so that the list stays until the click, and its link, are done.
  list.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
  list.addEventListener("click", () => setTimeout(close), { signal });
  screen?.addEventListener("resize", fit, { signal });
  // Typed before this was loaded.
  if (input.value !== input.defaultValue) ask();
  return () => {
    stop();
    ended.abort();
    combobox.destroy();
  };
}

async function fetchFor<Found>(address: string, q: string, signal: AbortSignal): Promise<Found | null> {
  const answer = await fetch(`${address}?${new URLSearchParams({ q })}`, { signal });
  return answer.ok ? ((await answer.json()) as Found) : null;
}
