import { type ComponentType, useState } from "react";
import type { SuggestionsProps } from "./suggestion-list";

/**
 * A list of suggestions that is fetched when somebody first touches the search field.
 * @param fetchList imports it; null: this browser is to fetch nothing
 * @returns the list, once it is there, and what the field calls when it is touched
 */
export function useLoadedList(fetchList: () => Promise<ComponentType<SuggestionsProps>> | null) {
  const [SuggestionList, setList] = useState<ComponentType<SuggestionsProps>>();
  const load = () => {
    if (SuggestionList) return;
    fetchList()?.then(
      (list) => setList(() => list),
      // The connection is lost, or the shop was updated meanwhile: the form works without.
      () => {},
    );
  };
  return { SuggestionList, load };
}
