import { useEffect } from "react";
import { Form, useNavigate } from "react-router";
import { FIND_MAX } from "~/domain/opening/find-anything/finding";
import { Icon } from "~/ui/kit/icons";
import { useLoadedList } from "~/ui/frame/search/loaded-list";

/** The page with everything that was found. */
export const FIND = "/admin/find";

/**
 * The back office's search of everything: a GET form. Where scripts run, it suggests while somebody types.
 * @param query what was searched @param hasFocus on a page that is for searching
 */
export function AdminSearch({
  id,
  query = "",
  hasFocus,
}: {
  id: string;
  query?: string;
  hasFocus?: boolean;
}) {
  const { SuggestionList, load } = useLoadedList(() =>
    import("./admin-suggestions").then(({ AdminSuggestions }) => AdminSuggestions),
  );
  return (
    <Form action={FIND} role="search" aria-label="Everything" className="search admin-search">
      <label htmlFor={id} className="sr-only">
        Find anything
      </label>
      <input
        key={query}
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder="Find anything"
        title="Books, orders, customers, screens ( / or Ctrl+K )"
        aria-keyshortcuts="/ Control+K Meta+K"
        maxLength={FIND_MAX}
        dir="auto"
        autoFocus={hasFocus}
        onFocus={load}
        onInput={load}
      />
      <button type="submit" aria-label="Find" className="btn px-2.5">
        <Icon name="search" className="size-5" />
      </button>
      {/* Not the field's own key: React keeps what it replaces if two siblings have the same. */}
      {SuggestionList && <SuggestionList key={`list ${query}`} id={id} />}
    </Form>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]");

/**
 * "/" outside of a field, and Ctrl+K or ⌘K anywhere, lead to the search: the field where it is in view, else its page. Not
 * over an open dialog.
 */
export function useSearchKeys() {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === "k";
      // On some keyboards the slash needs Shift.
      const isSlash = key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      if ((!isCommand && !isSlash) || document.querySelector("dialog:modal")) return;
      event.preventDefault();
      const fields = [...document.querySelectorAll<HTMLInputElement>(".admin-search input")];
      // On the search's own page its field rather than that of the sidebar.
      const field = fields.findLast((one) => one.checkVisibility());
      if (!field) return void navigate(FIND);
      field.focus();
      field.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [navigate]);
}
