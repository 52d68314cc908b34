import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { useLeaving } from "~/ui/kit/leaving";
import {
  type CatalogueFilters,
  defaultSort,
  type FacetPanel,
  formatSearch,
  rupeesField,
} from "~/domain/catalogue/books/lists/catalogue";
import type { UnreadPrices } from "~/domain/catalogue/books/lists/catalogue.schema";
import { Button } from "~/ui/kit/button";
import { FilterGroup, isFirst } from "./filter-group";
import { PriceRange } from "./price-range";

/** The list's only form, a GET. The sort order is outside the panel and belongs to the form by this id. */
export const FORM_ID = "filters";
const TYPING_MS = 600;
/** The groups that 'More filters' adds: they get the focus, since the button is gone, and are in view without scripts too. */
const MORE_ID = "more";

/**
 * All filters of the list. Without scripts 'Apply' sends the form; with scripts every change does, for what is typed after
 * a pause, and on a phone the button shows the books.
 * @param count of the books that match @param onDone the button was pressed, with scripts
 */
export function FilterPanel({
  filters,
  unread,
  panel,
  isOpen,
  count,
  onDone,
}: {
  filters: CatalogueFilters;
  unread: UnreadPrices;
  panel: FacetPanel;
  /** On narrow screens; on wide ones the panel always shows. */
  isOpen: boolean;
  count: number;
  onDone: (button: HTMLElement) => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmitOnChange(form);
  const shown = useRef(filters);
  useEffect(() => {
    // The fields already show the first filters; a choice made before hydration stays.
    if (shown.current === filters) return;
    shown.current = filters;
    if (form.current) showFilters(form.current, { filters, unread, panel });
  }, [filters, unread, panel]);
  const chosen = new URLSearchParams(formatSearch(filters));
  const groups = (are: typeof isFirst) =>
    panel.groups
      .filter(are)
      .map((group) => (
        <FilterGroup key={group.key} group={group} chosen={chosen} hasFocus={!unread.min && !unread.max} />
      ));
  const others = groups((group) => !isFirst(group));
  return (
    <form
      ref={form}
      id={FORM_ID}
      action="/books"
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        submit.now(event);
        // 'More filters' has a name. Enter in a field only searches: the panel stays.
        const isTyping = document.activeElement instanceof HTMLInputElement;
        if (submitter instanceof HTMLButtonElement && submitter.name === "" && !isTyping) onDone(submitter);
      }}
      onChange={submit.soon}
      className={isOpen ? "filters is-open" : "filters"}
    >
      {filters.q ? <input type="hidden" name="q" value={filters.q} /> : null}
      <div>
        {groups(isFirst)}
        <PriceRange filters={filters} unread={unread} bounds={panel.bounds} />
        {others.length > 0 ? (
          <div id={MORE_ID} role="group" aria-label="More filters">
            {others}
          </div>
        ) : null}
        {panel.isWhole ? (
          // Stays in the address with the next choice.
          <input type="hidden" name="filters" value="all" />
        ) : (
          <Button variant="plain" size="sm" name="filters" value="all" formAction={`/books#${MORE_ID}`}>
            More filters
          </Button>
        )}
      </div>
      <div className="filters-end">
        <Button variant="quiet" size="sm">
          <span className="no-js">Apply</span>
          <span className="needs-js max-md:hidden">Apply</span>
          <span className="needs-js md:hidden">{count === 1 ? "Show 1 book" : `Show ${count} books`}</span>
        </Button>
      </div>
    </form>
  );
}

function useSubmitOnChange(form: React.RefObject<HTMLFormElement | null>) {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLeaving(() => clearTimeout(timer.current));

  function go({ replace = false, by }: { replace?: boolean; by?: HTMLButtonElement | null } = {}) {
    clearTimeout(timer.current);
    if (!form.current) return;
    const search = listSearch(new FormData(form.current, by));
    const hash = by?.name ? MORE_ID : "";
    void navigate({ pathname: "/books", search, hash }, { preventScrollReset: true, replace });
  }
  return {
    now(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      go({ by: (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null });
    },
    soon(event: FormEvent) {
      const field = event.target as HTMLInputElement;
      if (field.type === "checkbox" || field.type === "radio") return go();
      clearTimeout(timer.current);
      // Searching the names of a group leaves no trail in the browser's history.
      timer.current = setTimeout(() => go({ replace: field.type === "search" }), TYPING_MS);
    },
  };
}

/** The form's query string without empty fields and without the default sort order: the shortest address of the list. */
function listSearch(form: FormData): string {
  const q = String(form.get("q") ?? "");
  const fields = [...form].map(([name, value]) => [name, String(value).trim()]);
  const kept = fields.filter(
    ([name, value]) => value !== "" && !(name === "sort" && value === defaultSort(q)),
  );
  const text = new URLSearchParams(kept).toString();
  return text && `?${text}`;
}

/** When the address changes by other means (a chip, Back), the fields follow, except the one being typed in. */
function showFilters(
  form: HTMLFormElement,
  { filters, unread, panel }: { filters: CatalogueFilters; unread: UnreadPrices; panel: FacetPanel },
) {
  const chosen = new URLSearchParams(formatSearch(filters));
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = filters.sort;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden") continue;
    if (field.type === "checkbox") field.checked = chosen.has(field.name, field.value);
    else if (field.type === "radio") field.checked = (chosen.get(field.name) ?? "") === field.value;
    else if (field === document.activeElement) continue;
    else if (field.type === "search")
      field.value = panel.groups.find(({ key }) => field.name === `in_${key}`)?.find ?? "";
    else if (field.name === "min") field.value = unread.min ?? rupeesField(filters.minPrice);
    else field.value = unread.max ?? rupeesField(filters.maxPrice);
  }
}
