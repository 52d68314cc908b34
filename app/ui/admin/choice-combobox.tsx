import {
  useCombobox,
  type UseComboboxReturnValue,
  useMultipleSelection,
  type UseMultipleSelectionReturnValue,
} from "downshift";
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { type Choice, CHOICES, isSameName } from "~/domain/catalogue/choices";
import { cleanName, nameKey } from "~/domain/master-data/names";
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
  const q = cleanName(text);
  const found = useChoiceSearch(kind, q, isOpen);
  const entries = useMemo(() => entriesFor(found, q), [found, q]);

  const chosen = useMultipleSelection<Choice>({
    initialSelectedItems: initial.chosen,
    onSelectedItemsChange: (change) => {
      announce(`Chosen: ${change.selectedItems?.map((item) => item.name).join(", ") || "none"}`);
      // After the new choice is rendered.
      requestAnimationFrame(() => onChange?.());
    },
  });
  const isChosen = (entry: Entry) => chosen.selectedItems.some((item) => item.id === entry.id);
  const choose = async (entry: Entry) => {
    setProblem(null);
    const added =
      entry.id === null ? await addNewChoice(kind, entry.name) : { ok: true as const, choice: entry };
    if (!added.ok) return setProblem(added.message);
    // Adding a name takes a moment: what was typed meanwhile stays.
    setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    if (!isChosen(added.choice)) chosen.addSelectedItem(added.choice);
  };
  const combobox = useEntries({ id, entries, q, text, setText, isOpen, setIsOpen, isChosen, choose });
  // Downshift tells of a choice after the next rendering. Letters typed before that would follow the old text.
  const chooseByEnter = (event: KeyboardEvent<HTMLElement>) => {
    const entry = isOpen ? entries[combobox.highlightedIndex] : undefined;
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !entry) return;
    event.preventDefault();
    Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    setIsOpen(false);
    void choose(entry);
  };

  const messages = [...(problem ? [problem] : []), ...(errors ?? [])];
  return (
    <div className="grid gap-1">
      <label {...combobox.getLabelProps()} className="font-semibold">
        {label}
      </label>
      <div className="relative">
        <div className="input has-[input:focus-visible]:outline-accent has-[[aria-invalid]]:border-bad flex flex-wrap items-center gap-2 px-2! py-1.5! has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2 has-[[aria-invalid]]:border-2">
          <Chips chosen={chosen} label={label} name={name} boxId={id} />
          <input
            {...combobox.getInputProps(
              chosen.getDropdownProps({
                preventKeyAction: isOpen && text !== "",
                name: textName,
                autoFocus: initial.hasFocus || autoFocus,
                maxLength: entity.max,
                onChange: (event) => setText((event.target as HTMLInputElement).value),
                onKeyDownCapture: chooseByEnter,
                "aria-invalid": messages.length > 0 || undefined,
                "aria-describedby": messages.length > 0 ? `${id}-error` : undefined,
                className: "min-h-8 min-w-24 flex-1 bg-transparent px-1 outline-none!",
              }),
            )}
          />
        </div>
        <EntryList
          combobox={combobox}
          entries={entries}
          isOpen={isOpen}
          isChosen={isChosen}
          newOne={one}
          whenEmpty={found?.failed ? LOAD_FAILED : "Searching…"}
        />
      </div>
      <span role="status" className="sr-only">
        {isOpen && found && found.q === q ? proposals(entries.length, found.failed) : announcement}
      </span>
      <FieldErrors id={id} errors={messages} />
    </div>
  );
}

/** The chosen names, each with a hidden field for its id and a button to remove it. @param boxId id of the text box */
function Chips({
  chosen,
  label,
  name,
  boxId,
}: {
  chosen: UseMultipleSelectionReturnValue<Choice>;
  label: string;
  name: string;
  boxId: string;
}) {
  const { selectedItems, removeSelectedItem, getSelectedItemProps } = chosen;
  const list = useRef<HTMLUListElement>(null);
  /** Moves the focus to the next chip, after removing the last one to the one before, after the only one to the box. */
  const remove = (choice: Choice, index: number) => {
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const next = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(boxId);
    removeSelectedItem(choice);
    next?.focus();
  };
  if (selectedItems.length === 0) return null;
  return (
    <ul ref={list} aria-label={`${label} chosen`} className="contents">
      {selectedItems.map((choice, index) => (
        <li
          key={choice.id}
          className="bg-sunken flex max-w-full items-center rounded-sm pl-2 text-sm wrap-anywhere"
        >
          <input type="hidden" name={name} value={choice.id} />
          {choice.name}
          <button
            type="button"
            aria-label={`Remove ${choice.name}`}
            {...getSelectedItemProps({ selectedItem: choice, index })}
            tabIndex={0}
            onClick={() => remove(choice, index)}
            className="hover:text-accent grid size-8 shrink-0 place-items-center rounded-sm"
          >
            <Icon name="close" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The list below the text box. @param newOne the word for a new name, e.g. "author" */
function EntryList({
  combobox,
  entries,
  isOpen,
  isChosen,
  newOne,
  whenEmpty,
}: {
  combobox: UseComboboxReturnValue<Entry>;
  entries: Entry[];
  isOpen: boolean;
  isChosen: (entry: Entry) => boolean;
  newOne: string;
  whenEmpty: string;
}) {
  return (
    <div
      className={`bg-card border-line-strong absolute inset-x-0 top-full z-20 mt-1 rounded-md border shadow-lg ${isOpen ? "" : "hidden"}`}
    >
      <ul {...combobox.getMenuProps()} className="max-h-60 overflow-y-auto">
        {isOpen
          ? entries.map((entry, index) => (
              <li
                key={entry.id ?? "new"}
                {...combobox.getItemProps({ item: entry, index })}
                className="aria-selected:bg-sunken min-h-9 cursor-pointer px-3 py-1.5 wrap-anywhere aria-disabled:opacity-60"
              >
                {entry.id === null ? `Add “${entry.name}” as a new ${newOne}` : entry.name}
                {isChosen(entry) ? <span className="text-muted text-sm"> · chosen</span> : null}
              </li>
            ))
          : null}
      </ul>
      {isOpen && entries.length === 0 ? <p className="text-muted px-3 py-2 text-sm">{whenEmpty}</p> : null}
    </div>
  );
}

/** The combobox's state: the highlighted entry and the keys. */
function useEntries({
  id,
  entries,
  q,
  text,
  setText,
  isOpen,
  setIsOpen,
  isChosen,
  choose,
}: {
  id: string;
  entries: Entry[];
  q: string;
  text: string;
  setText: (text: string) => void;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  isChosen: (entry: Entry) => boolean;
  choose: (entry: Entry) => Promise<void>;
}) {
  // New results highlight their first entry, the offer of a new name only if it is the only one. What keys and pointer
  // highlight stays until there are new results.
  const first = q
    ? entries.findIndex((entry) => !isChosen(entry) && (entry.id !== null || entries.length === 1))
    : -1;
  const [highlight, setHighlight] = useState({ entries, index: -1 });
  return useCombobox<Entry>({
    id,
    inputId: id,
    items: entries,
    itemToString: () => "",
    inputValue: text,
    selectedItem: null,
    isOpen,
    highlightedIndex: highlight.entries === entries ? highlight.index : first,
    isItemDisabled: isChosen,
    onIsOpenChange: (change) => setIsOpen(change.isOpen),
    onHighlightedIndexChange: (change) => setHighlight({ entries, index: change.highlightedIndex }),
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape) setText(inputValue);
    },
    onSelectedItemChange: ({ selectedItem }) => void (selectedItem && choose(selectedItem)),
    stateReducer: (state, { type, changes }) => {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputBlur) return { ...changes, selectedItem: null, inputValue: state.inputValue };
      if (type === types.InputChange) return { ...changes, highlightedIndex: first };
      // The list also leaves a resting pointer by getting shorter: Enter then still chooses what is highlighted.
      if (type === types.MenuMouseLeave) return state;
      // While results are loading, Enter must not send the form.
      if (type === types.InputKeyDownEnter && state.highlightedIndex < 0 && q) return state;
      return changes;
    },
  });
}
