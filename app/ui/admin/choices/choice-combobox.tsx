import Combobox from "@github/combobox-nav";
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Choice, CHOICES, isSameName } from "~/domain/catalogue/books/lists/choices";
import { cleanName, nameKey } from "~/domain/catalogue/names/names";
import type { ChoiceFieldProps, InitialChoice } from "./choice-field";
import { addNewChoice, type Found, useChoiceSearch } from "./choice-requests";
import { FieldErrors } from "~/ui/kit/field-errors";
import { Icon } from "~/ui/kit/icons";

/** An entry of the list: a choice or, with id null, the offer to add this name. */
type Entry = Choice | { id: null; name: string };

function entriesFor(found: Found | null, q: string): Entry[] {
  if (!found) return [];
  // While the next results are loading, show those of the last results that match.
  const fitting = found.choices.filter(({ name }) => nameKey(name).includes(nameKey(q)));
  const isNew = q && found.q === q && !found.failed && !fitting.some(({ name }) => isSameName(name, q));
  return isNew ? [...fitting, { id: null, name: q }] : fitting;
}

/** Describes the open list to screen readers. */
function proposals(count: number, hasFailed: boolean): string {
  if (hasFailed) return LOAD_FAILED;
  if (count === 0) return "No names found";
  return count === 1 ? "1 name, choose with Enter" : `${count} names, choose with the arrow keys and Enter`;
}

/** An option of the list, pressed by a pointer, or by Enter in the box. The package says which is selected. */
const optionFor = (onClick: () => void) => ({ role: "option", tabIndex: -1, onClick });
const LOAD_FAILED = "The names could not be loaded. Please try again.";

/**
 * The choice field with scripts: chips, and a text box that searches while the user types (ARIA's combobox pattern).
 * Backspace in the empty box removes the last chip. Leaving the box chooses nothing.
 */
export function ChoiceCombobox(props: ChoiceFieldProps & { initial: InitialChoice }) {
  const { kind, label, id, name, textName, errors, autoFocus, initial, onChange } = props;
  const { one, entity } = CHOICES[kind];
  const [text, setText] = useState(initial.text);
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, announce] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(initial.chosen);
  const box = useRef<HTMLInputElement>(null);
  const chips = useRef<HTMLUListElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const q = cleanName(text);
  const found = useChoiceSearch(kind, q, isOpen);
  const entries = useMemo(() => entriesFor(found, q), [found, q]);

  const isChosen = (entry: Entry) => chosen.some(({ id }) => id === entry.id);
  const change = (to: (chosen: Choice[]) => Choice[]) => {
    setChosen(to);
    announce(
      `Chosen: ${
        to(chosen)
          .map((choice) => choice.name)
          .join(", ") || "none"
      }`,
    );
    // After the new choice is rendered.
    requestAnimationFrame(() => onChange?.());
  };
  const remove = (choice: Choice) => change((all) => all.filter(({ id }) => id !== choice.id));
  const choose = async (entry: Entry) => {
    if (isChosen(entry)) return;
    setIsOpen(false);
    setProblem(null);
    const added =
      entry.id === null ? await addNewChoice(kind, entry.name) : { ok: true as const, choice: entry };
    if (!added.ok) return setProblem(added.message);
    // Adding a name takes a moment: what was typed meanwhile stays.
    setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    change((all) => (all.some(({ id }) => id === added.choice.id) ? all : [...all, added.choice]));
  };

  // The offer of a new name is highlighted only if it is the only entry.
  const first = entries.findIndex((entry) => !isChosen(entry) && (entry.id !== null || entries.length === 1));
  const highlightFirst = useHighlight({ box, list, entries, isOpen, first: q ? first : -1 });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, currentTarget: input } = event;
    const last = chosen.at(-1);
    const isAtStart = input.selectionEnd === 0;
    if (key === "Escape" && (isOpen || text)) {
      // The panel around the form stays open: the next Escape is for it.
      event.preventDefault();
      if (isOpen) setIsOpen(false);
      else setText("");
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      event.preventDefault();
      setIsOpen(true);
    } else if (key === "Enter") {
      // An open list never lets Enter send the form, not even while it is loading.
      if (isOpen) event.preventDefault();
    } else if (key === "Backspace" && isAtStart && !text && last) remove(last);
    else if (key === "ArrowLeft" && isAtStart && last) focusChip(chips.current, chosen.length - 1);
    else highlightFirst();
  };

  const messages = [...(problem ? [problem] : []), ...(errors ?? [])];
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <div className="input has-[input:focus-visible]:outline-accent has-[[aria-invalid]]:border-bad flex flex-wrap items-center gap-2 px-2! py-1.5! has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[[aria-invalid]]:border-2">
          <Chips ref={chips} box={box} {...{ chosen, label, name, remove }} />
          <input
            ref={box}
            id={id}
            name={textName}
            value={text}
            autoComplete="off"
            autoFocus={initial.hasFocus || autoFocus}
            maxLength={entity.max}
            onChange={({ target }) => {
              setText(target.value);
              setIsOpen(true);
              highlightFirst();
            }}
            onClick={() => setIsOpen(!isOpen)}
            onBlur={() => setIsOpen(false)}
            onKeyDown={onKeyDown}
            // While an input method composes a word, its keys are its own.
            onKeyDownCapture={(event) => event.nativeEvent.isComposing && event.stopPropagation()}
            aria-invalid={messages.length > 0 || undefined}
            aria-describedby={messages.length > 0 ? `${id}-error` : undefined}
            className="min-h-8 min-w-24 flex-1 bg-transparent px-1 outline-none!"
          />
        </div>
        {/* A press leaves the focus in the box. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          onMouseDown={(event) => event.preventDefault()}
          hidden={!isOpen}
          className="bg-card border-line-strong absolute inset-x-0 top-full z-20 mt-1 rounded-md border shadow-lg"
        >
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={label}
            className="max-h-60 overflow-y-auto"
          >
            {isOpen
              ? entries.map((entry) => (
                  <div
                    key={entry.id ?? "new"}
                    {...optionFor(() => void choose(entry))}
                    id={`${id}-entry-${entry.id ?? "new"}`}
                    aria-disabled={isChosen(entry) || undefined}
                    className="hover:bg-sunken aria-selected:bg-sunken min-h-9 cursor-pointer px-3 py-1.5 wrap-anywhere aria-disabled:opacity-60"
                  >
                    {entry.id === null ? `Add “${entry.name}” as a new ${one}` : entry.name}
                    {isChosen(entry) ? <span className="text-muted text-sm"> · chosen</span> : null}
                  </div>
                ))
              : null}
          </div>
          {entries.length === 0 ? (
            <p className="text-muted px-3 py-2 text-sm">{found?.failed ? LOAD_FAILED : "Searching…"}</p>
          ) : null}
        </div>
      </div>
      <span role="status" className="sr-only">
        {isOpen && found && found.q === q ? proposals(entries.length, found.failed) : announcement}
      </span>
      <FieldErrors id={id} errors={messages} />
    </div>
  );
}

/**
 * The box's roles and its list's arrow keys, and Enter for what is highlighted. New entries highlight the first one to choose;
 * what the keys highlight then stays until there are others.
 * @param first its index, -1 for none @returns highlights it again if nothing is highlighted
 */
function useHighlight({
  box,
  list,
  entries,
  isOpen,
  first,
}: {
  box: RefObject<HTMLInputElement | null>;
  list: RefObject<HTMLDivElement | null>;
  entries: Entry[];
  isOpen: boolean;
  first: number;
}): () => void {
  const combobox = useRef<Combobox>(null);
  useLayoutEffect(() => {
    combobox.current = new Combobox(box.current!, list.current!, { tabInsertsSuggestions: false });
    return () => combobox.current?.destroy();
  }, [box, list]);
  const highlightFirst = () => {
    if (!isOpen || box.current?.hasAttribute("aria-activedescendant")) return;
    for (let at = 0; at <= first; at++) combobox.current?.navigate();
  };
  const start = useEffectEvent(() => {
    combobox.current?.start();
    highlightFirst();
  });
  useLayoutEffect(() => {
    if (isOpen && entries.length > 0) start();
    else combobox.current?.stop();
  }, [isOpen, entries]);
  return highlightFirst;
}

const focusChip = (chips: HTMLUListElement | null, index: number) =>
  chips?.querySelectorAll("button")[index]?.focus();

/** The chosen names, each with a hidden field for its id and a button to remove it. */
function Chips({
  ref,
  box,
  chosen,
  label,
  name,
  remove,
}: {
  ref: RefObject<HTMLUListElement | null>;
  box: RefObject<HTMLInputElement | null>;
  chosen: Choice[];
  label: string;
  name: string;
  remove(choice: Choice): void;
}) {
  /** The next chip, after the last one the box. */
  const focus = (index: number) =>
    index < chosen.length ? focusChip(ref.current, index) : box.current?.focus();
  /** Moves the focus to the next chip, after removing the last one to the one before, after the only one to the box. */
  const removeAt = (index: number) => {
    focus(index + 1 < chosen.length ? index + 1 : index > 0 ? index - 1 : chosen.length);
    remove(chosen[index]!);
  };
  if (chosen.length === 0) return null;
  return (
    <ul ref={ref} aria-label={`${label} chosen`} className="contents">
      {chosen.map((choice, index) => (
        <li
          key={choice.id}
          className="bg-sunken flex max-w-full items-center rounded-sm pl-2 text-sm wrap-anywhere"
        >
          <input type="hidden" name={name} value={choice.id} />
          {choice.name}
          <button
            type="button"
            aria-label={`Remove ${choice.name}`}
            onClick={() => removeAt(index)}
            onKeyDown={({ key }) => {
              if (key === "Delete" || key === "Backspace") removeAt(index);
              if (key === "ArrowLeft") focus(Math.max(index - 1, 0));
              if (key === "ArrowRight") focus(index + 1);
            }}
            className="hover:text-accent grid size-8 shrink-0 place-items-center rounded-sm"
          >
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}
