import { useLayoutEffect, useRef, useState } from "react";
import type { Choice, ChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import { ChoiceCombobox } from "./choice-combobox";
import { ChoiceControls } from "./choice-controls";

export interface ChoiceFieldProps {
  kind: ChoiceKind;
  label: string;
  id: string;
  /** Posted once for each choice, with its id, in the order chosen. */
  name: string;
  /** Name of the text box, which is posted too: nothing typed is lost. */
  textName: string;
  chosen: Choice[];
  text: string;
  /** Choices similar to a typed name that does not exist, as checkboxes. */
  matches: Choice[];
  /** Names that the browser suggests when scripts are off. */
  proposed: string[];
  errors?: string[];
  autoFocus?: boolean;
  onChange?(): void;
}

/** The state of the native controls when the combobox replaces them. */
export interface InitialChoice {
  chosen: Choice[];
  text: string;
  hasFocus: boolean;
}

/**
 * A choice of several authors or tags, shown as chips. The server renders native controls: ticked checkboxes, and a
 * text box whose buttons post the form. With scripts a combobox replaces them and keeps what was ticked and typed.
 */
export function ChoiceField(given: ChoiceFieldProps) {
  const stashed = useStashedForm();
  const props = stashed
    ? {
        ...given,
        chosen: stashed.choices[given.name] ?? [],
        text: stashed.fields[given.textName]?.[0] ?? "",
      }
    : given;
  const controls = useRef<HTMLFieldSetElement>(null);
  const [initial, setInitial] = useState<InitialChoice | null>(null);
  useLayoutEffect(() => {
    if (controls.current) setInitial(read(controls.current));
  }, []);
  return initial ? (
    <ChoiceCombobox {...props} initial={initial} />
  ) : (
    <ChoiceControls {...props} ref={controls} />
  );
}

function read(controls: HTMLFieldSetElement): InitialChoice {
  const boxes = controls.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked");
  const text = controls.querySelector<HTMLInputElement>("input[type=text]");
  return {
    chosen: [...boxes].map((box) => ({ id: Number(box.value), name: box.dataset.name ?? "" })),
    text: text?.value ?? "",
    hasFocus: text !== null && text === document.activeElement,
  };
}
