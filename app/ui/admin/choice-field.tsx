import { useLayoutEffect, useRef, useState } from "react";
import type { Choice, ChoiceKind } from "~/domain/catalogue/choices";
import { useKeptForm } from "~/ui/kit/kept-fields";
import { ChoiceCombobox } from "./choice-combobox";
import { ChoiceControls } from "./choice-controls";

export interface ChoiceFieldProps {
  kind: ChoiceKind;
  label: string;
  id: string;
  /** Posted once for each choice, with its id, in the order chosen. */
  name: string;
  /** The text box is posted too: nothing typed is lost. */
  textName: string;
  chosen: Choice[];
  text: string;
  /** What could have been meant by a name nobody has, to tick. */
  matches: Choice[];
  /** Names the browser proposes where no script runs. */
  proposed: string[];
  errors?: string[];
  autoFocus?: boolean;
  onChange?(): void;
}

/** What the native controls hold when the scripts take over. */
export interface Taken {
  chosen: Choice[];
  text: string;
  hasFocus: boolean;
}

/**
 * Several of many authors or tags, as chips. The server renders native controls: ticked boxes, and a text box whose
 * buttons post the form. Where scripts run, a combobox takes their place with all that was ticked and typed by then.
 */
export function ChoiceField(given: ChoiceFieldProps) {
  const kept = useKeptForm();
  const props = kept
    ? {
        ...given,
        chosen: kept.choices[given.name] ?? [],
        text: kept.fields[given.textName]?.[0] ?? "",
      }
    : given;
  const controls = useRef<HTMLFieldSetElement>(null);
  const [taken, take] = useState<Taken | null>(null);
  useLayoutEffect(() => {
    if (controls.current) take(read(controls.current));
  }, []);
  return taken ? <ChoiceCombobox {...props} taken={taken} /> : <ChoiceControls {...props} ref={controls} />;
}

function read(controls: HTMLFieldSetElement): Taken {
  const boxes = controls.querySelectorAll<HTMLInputElement>("input[type=checkbox]:checked");
  const text = controls.querySelector<HTMLInputElement>("input[type=text]");
  return {
    chosen: [...boxes].map((box) => ({ id: Number(box.value), name: box.dataset.name ?? "" })),
    text: text?.value ?? "",
    hasFocus: text !== null && text === document.activeElement,
  };
}
