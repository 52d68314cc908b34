import Combobox from "@github/combobox-nav";
import { canSuggest, type Suggestions } from "~/domain/suggestions/suggestions";

/** So long nobody types before something is fetched. */
const PAUSE_MS = 120;
/** Left free between the list and the keyboard. */
const ROOM_BELOW = 8;

const countOf = ({ books, names }: Suggestions): number =>
  names.reduce((sum, group) => sum + group.names.length, books.length);

/** For screen readers. */
export const countWords = (found: Suggestions): string => {
  const count = countOf(found);
  return count === 1 ? "1 suggestion" : `${count || "No"} suggestions`;
};

/**
 * Fetches suggestions while somebody types; the newest answer wins. Arrow keys choose from the list, or open it again; Enter
 * opens the choice, Escape closes the list. If nothing can be fetched, there is no list.
 * @param show shows what was found; null: nothing was asked @returns a function that ends it
 */
export function suggestFor(
  input: HTMLInputElement,
  list: HTMLElement,
  show: (found: Suggestions | null) => void,
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
  const update = (found: Suggestions | null) => {
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
  // Also while an input method composes a word: the keyboards of phones do so for every word.
  const ask = () => {
    stop();
    const q = input.value.trim();
    if (!canSuggest(q)) return update(null);
    const { signal } = (asked = new AbortController());
    const answered = (found: Suggestions | null) => signal.aborted || update(found);
    pause = setTimeout(() => void fetchFor(q, signal).then(answered, () => answered(null)), PAUSE_MS);
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

async function fetchFor(q: string, signal: AbortSignal): Promise<Suggestions | null> {
  const answer = await fetch(`/books/suggest?${new URLSearchParams({ q })}`, { signal });
  return answer.ok ? ((await answer.json()) as Suggestions) : null;
}
