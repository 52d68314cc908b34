import { type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link, useSubmit } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import {
  countFilters,
  type Listing,
  type ListSearch,
  listHref,
  PAGE_SIZES,
} from "~/domain/kit/listing/listing";
import { Button } from "~/ui/kit/button";
import { useLeaving } from "~/ui/kit/leaving";
import { Options } from "~/ui/kit/options";
import { useListParams } from "./list-params";

const TYPING_PAUSE_MS = 300;

/** Hidden fields that keep these parameters of the URL when the form is sent. */
function HiddenParams({ names }: { names: string[] }) {
  const params = useListParams();
  return names.flatMap((name) =>
    params
      .getAll(name)
      .map((value) => <input key={`${name}=${value}`} type="hidden" name={name} value={value} />),
  );
}

/**
 * Search and rows per page: a GET form. With scripts the list updates while the user types. On a phone all but the search is
 * folded, so that the first row is in view.
 * @param filters more controls of the list; changing one updates the list as well
 * @param finds what the search box searches, as a sentence, e.g. "Finds name, email and mobile."
 * @param hasProblem whether one of the filters has something to say, so that they must not be folded
 */
export function ListToolbar({
  search,
  filters,
  finds,
  hasProblem = false,
}: {
  search: Pick<ListSearch, "q" | "size">;
  filters?: ReactNode;
  finds?: string;
  hasProblem?: boolean;
}) {
  const active = countFilters(useListParams());
  const hintId = useId();
  const submit = useSubmit();
  const box = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = (form: HTMLFormElement, wait: number) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      if (form.isConnected) void submit(form, { replace: true, preventScrollReset: true });
    }, wait);
  };
  useLeaving(() => clearTimeout(pause.current));
  // Back and forward change the search: update the box, unless the user is typing in it.
  useEffect(() => {
    if (box.current && document.activeElement !== box.current && box.current.dataset.hydrated)
      box.current.value = search.q;
    if (box.current) box.current.dataset.hydrated = "yes";
  }, [search.q]);
  return (
    <Form
      role="search"
      preventScrollReset
      className="toolbar"
      onChange={(event) => {
        const isTyped = event.target instanceof HTMLInputElement && event.target.type === "search";
        send(event.currentTarget, isTyped ? TYPING_PAUSE_MS : 0);
      }}
      onSubmit={() => clearTimeout(pause.current)}
    >
      <HiddenParams names={["sort", "dir"]} />
      <div className="toolbar-search">
        <input
          ref={box}
          type="search"
          name="q"
          aria-label="Search"
          aria-describedby={finds && hintId}
          placeholder="Search..."
          defaultValue={search.q}
          maxLength={100}
          autoComplete="off"
          className="input rounded-r-none"
        />
        <Button variant="quiet" className="rounded-l-none border-l-0 px-3!">
          Search
        </Button>
      </div>
      <details className="wide-open toolbar-fold" open={hasProblem}>
        <summary className="btn btn-quiet">
          {filters ? "Filters" : "Rows"}
          {active > 0 ? (
            <>
              {" "}
              <span className="sr-only">in use:</span> ({active})
            </>
          ) : null}
        </summary>
        <div className="toolbar-folded">
          {finds ? (
            <p id={hintId} className="toolbar-finds">
              {finds}
            </p>
          ) : null}
          {filters}
          <label className="toolbar-field sm:max-xl:order-3 sm:ml-auto">
            Rows per page
            <select name="size" key={search.size} defaultValue={search.size} className="input sm:w-18!">
              {PAGE_SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        </div>
      </details>
    </Form>
  );
}

/**
 * A select in the form of the list's search box; without scripts `FilterButton` sends it.
 * @param value from the URL @param options value and label
 * @param hasAll whether to put "All" first, which filters nothing; false if the options include it
 */
export function SelectFilter({
  label,
  name,
  value,
  options,
  hasAll = true,
}: {
  label: string;
  name: string;
  value: string | number | null | undefined;
  options: readonly (readonly [value: string | number, label: string])[];
  hasAll?: boolean;
}) {
  return (
    <label className="toolbar-field">
      {label}
      <select name={name} key={value} defaultValue={value ?? ""} className="input">
        {hasAll ? <option value="">All</option> : null}
        <Options of={options} />
      </select>
    </label>
  );
}

/** What a list is for, above it. On a phone it is folded, so that the first row is in view. */
export function ListIntro({ children }: { children: ReactNode }) {
  return (
    <details className="wide-open list-intro">
      <summary className="link">About this list</summary>
      <p className="text-muted max-w-prose">{children}</p>
    </details>
  );
}

/** Sends the filters when scripts are off. @param isShown with scripts too, where the specification has the button */
export function FilterButton({ children = "Filter", isShown }: { children?: string; isShown?: boolean }) {
  return (
    <Button variant="quiet" className={isShown ? undefined : "no-js"}>
      {children}
    </Button>
  );
}

/**
 * 'Showing X to Y of N entries', previous, next and a page to jump to. Visually hidden when there is one page or none;
 * screen readers still announce the count when it changes.
 */
export function ListFooter({ list }: { list: Listing<unknown> }) {
  const isOnePage = list.pageCount <= 1;
  const first = (list.page - 1) * list.size + 1;
  const last = first + list.rows.length - 1;
  return (
    <div className={isOnePage ? "sr-only" : "mt-3 flex flex-wrap items-center justify-between gap-3 text-sm"}>
      <p role="status" className="text-muted tabular-nums">
        {isOnePage
          ? `${formatCount(list.count)} ${list.count === 1 ? "entry" : "entries"}`
          : `Showing ${formatCount(first)} to ${formatCount(last)} of ${formatCount(list.count)} entries`}
      </p>
      {isOnePage ? null : <Pages page={list.page} pageCount={list.pageCount} />}
    </div>
  );
}

function Pages({ page, pageCount }: Pick<Listing<unknown>, "page" | "pageCount">) {
  const params = useListParams();
  const others = [...new Set(params.keys())].filter((name) => name !== "page");
  const input = useRef<HTMLInputElement>(null);
  // However the page was changed, the field shows its number, selected so that the next number typed replaces it.
  const shown = useRef(page);
  useEffect(() => {
    if (!input.current || shown.current === page) return;
    shown.current = page;
    input.current.value = String(page);
    if (document.activeElement === input.current) input.current.select();
  }, [page]);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-2">
      <Step to={page - 1} pageCount={pageCount}>
        Previous
      </Step>
      <Form preventScrollReset className="flex items-center gap-2">
        <HiddenParams names={others} />
        <label className="flex items-center gap-2">
          Page
          <input
            ref={input}
            type="number"
            name="page"
            inputMode="numeric"
            min={1}
            max={pageCount}
            step={1}
            required
            defaultValue={page}
            className="input h-9 min-h-9! w-14! px-1! py-0! text-center tabular-nums sm:w-18!"
          />
        </label>
        <span>of {formatCount(pageCount)}</span>
      </Form>
      <Step to={page + 1} pageCount={pageCount}>
        Next
      </Step>
    </nav>
  );
}

/** At either end it is disabled rather than removed, so that it keeps the focus after the last step. */
function Step({ to, pageCount, children }: { to: number; pageCount: number; children: string }) {
  const params = useListParams();
  const isEnd = to < 1 || to > pageCount;
  return (
    <Link
      to={listHref(params, { page: Math.min(Math.max(to, 1), pageCount) })}
      preventScrollReset
      aria-disabled={isEnd || undefined}
      onClick={(event) => isEnd && event.preventDefault()}
      className="btn btn-quiet btn-sm max-sm:px-2"
    >
      {children}
    </Link>
  );
}
