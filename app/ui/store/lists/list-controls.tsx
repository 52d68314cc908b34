import { Button } from "~/ui/kit/button";
import { FORM_ID } from "./filter-panel";

/** The order of a list, above its grid. @param form the id of the GET form that it belongs to */
export function SortSelect<Sort extends string>({
  form,
  sorts,
  chosen,
  labels,
}: {
  form: string;
  sorts: readonly Sort[];
  chosen: Sort;
  labels: Record<Sort, string>;
}) {
  return (
    <div className="sort">
      <label htmlFor="sort">Sort by</label>
      <select
        id="sort"
        name="sort"
        form={form}
        defaultValue={chosen}
        className="input"
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {labels[sort]}
          </option>
        ))}
      </select>
      <Button form={form} variant="quiet" size="sm" className="no-js">
        Sort
      </Button>
    </div>
  );
}

/** Opens the panel on narrow screens. A button of the same form, so that it works without scripts as well. */
export function FilterToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <>
      {/* The Enter key in a field presses a form's first button, which must not be the one that hides the field. */}
      <button form={FORM_ID} tabIndex={-1} aria-hidden="true" className="sr-only" />
      <Button
        form={FORM_ID}
        name="filters"
        value={isOpen ? "hidden" : "shown"}
        variant="quiet"
        size="sm"
        aria-expanded={isOpen}
        aria-controls={FORM_ID}
        className="md:hidden"
        onClick={(event) => {
          event.preventDefault();
          onToggle();
        }}
      >
        {isOpen ? "Hide Filters" : "Show Filters"}
      </Button>
    </>
  );
}
