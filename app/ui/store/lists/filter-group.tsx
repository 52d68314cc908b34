import type { PanelGroup } from "~/domain/catalogue/books/lists/catalogue";

/** Most shoppers choose by these groups: they are open, above the others. */
export const isFirst = ({ key }: PanelGroup): boolean => key === "tag" || key === "language";

/**
 * One group of filters, folded unless something is chosen in it. The names of a long one can be searched.
 * @param hasFocus whether a page that answers such a search begins there: without scripts it would begin at its top
 */
export function FilterGroup({
  group,
  chosen,
  hasFocus,
}: {
  group: PanelGroup;
  chosen: URLSearchParams;
  hasFocus: boolean;
}) {
  const { key, label, choices, find } = group;
  return (
    <details open={isFirst(group) || chosen.has(key) || Boolean(find)}>
      <summary>{label}</summary>
      {find === undefined ? null : (
        <input
          type="search"
          name={`in_${key}`}
          aria-label={`Search ${label}`}
          placeholder={`Search all ${group.total}`}
          defaultValue={find}
          autoFocus={hasFocus && find !== ""}
          className="input"
        />
      )}
      <div role="group" aria-label={label} className="picks">
        {choices.map(({ value, label: text = value, count }) => (
          <label key={value}>
            <input
              type="checkbox"
              name={key}
              value={value}
              defaultChecked={chosen.has(key, value)}
              className="check"
            />
            <span dir="auto">{text}</span> <small>{count}</small>
          </label>
        ))}
        {choices[0] ? null : <p>No such name.</p>}
      </div>
      {chosen.getAll(key).length > 1 && key === "tag" ? <Match isAll={chosen.get("tags") === "all"} /> : null}
    </details>
  );
}

/** Whether a book needs any or all of the chosen categories. */
function Match({ isAll }: { isAll: boolean }) {
  return (
    <div role="radiogroup" aria-label="Books with" className="picks">
      <label>
        <input type="radio" name="tags" value="" defaultChecked={!isAll} className="check" /> match any
      </label>
      <label>
        <input type="radio" name="tags" value="all" defaultChecked={isAll} className="check" /> match all
      </label>
    </div>
  );
}
