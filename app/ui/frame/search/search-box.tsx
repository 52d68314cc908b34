import { Form, useLocation } from "react-router";
import { FILTER_PARAMS } from "~/domain/catalogue/books/lists/filter-params";
import { readTyped, TYPED_MAX } from "~/domain/kit/search-params";
import { Icon } from "~/ui/kit/icons";
import { useLoadedList } from "./loaded-list";

/** The shop's search. Where scripts run, it suggests while somebody types; what that needs is fetched with the first focus. */
export function SearchBox({ id, label = "Search" }: { id: string; label?: string }) {
  const { pathname, search } = useLocation();
  const chosen = new URLSearchParams(pathname === "/books" ? search : "");
  const query = readTyped(chosen, "q", TYPED_MAX);
  const { SuggestionList, load } = useLoadedList(() =>
    savesData() ? null : import("./suggestion-list").then(({ SuggestionList }) => SuggestionList),
  );
  return (
    <Form action="/books" role="search" aria-label={label} className="search">
      <label htmlFor={id} className="sr-only">
        Search books
      </label>
      <input
        key={query}
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder="Title, author, publisher or ISBN"
        maxLength={100}
        dir="auto"
        onFocus={load}
        onInput={load}
      />
      {/* Searches within the chosen filters, which the chips above the list show and remove. In a fixed order, since a cached
          page is rendered once for any order of its parameters. */}
      {FILTER_PARAMS.flatMap((filter) =>
        [...chosen].map(([name, value]) =>
          name === filter && value ? (
            <input key={name + value} type="hidden" name={name} value={value} />
          ) : null,
        ),
      )}
      <button type="submit" aria-label="Search" className="btn px-2.5">
        <Icon name="search" className="size-5" />
      </button>
      {/* Not the field's own key: React keeps what it replaces if two siblings have the same. */}
      {SuggestionList && <SuggestionList key={`list ${query}`} id={id} />}
    </Form>
  );
}

/** Whether the browser is to fetch little. Few browsers say so to scripts. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
