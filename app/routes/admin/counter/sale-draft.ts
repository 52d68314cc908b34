import { useEffect, useRef } from "react";
import { useSubmit } from "react-router";

const DAY_MS = 86_400_000;

/** What was typed of a sale, as the browser stores it. */
interface Draft {
  at: number;
  fields: [name: string, value: string][];
}

/** Of the sale's sum, which is asked for anew. */
const SUM = "confirmed";
/** Filled in without anybody having typed. */
const UNTYPED = new Set(["key", "payment", SUM]);

/**
 * Stores what is typed into the form of a sale in the browser for a day, through reloads and lost connections, until the sale is
 * made. The draft is shown again by sending it to be added up; with its key, by which it is made once.
 * @param given.staffId whose sale it is @param given.made the key of the sale that the page shows as made
 * @param given.answer the action's; undefined: the form is as the page opened it
 * @returns for the form: its ref, and what to call when somebody types
 */
export function useSaleDraft({
  staffId,
  made,
  answer,
}: {
  staffId: number;
  made: string | null;
  answer: object | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submit = useSubmit();
  const place = `counter-${staffId}`;
  const isOpened = useRef(false);
  const waits = useRef(false);
  useEffect(() => {
    // Once, when the page is opened.
    if (isOpened.current) return;
    isOpened.current = true;
    const fields = read(place);
    if (!fields) return;
    if (made !== null && fields.some(([name, value]) => name === "key" && value === made))
      return write(place, null);
    if (answer) return;
    // Until the answer shows it, it is not written over.
    waits.current = true;
    void submit(new URLSearchParams([...fields, ["intent", "check"]]), {
      method: "post",
      replace: true,
      preventScrollReset: true,
    });
  }, [place, made, answer, submit]);
  useEffect(() => {
    if (!answer || !form.current) return;
    waits.current = false;
    write(place, typedIn(form.current));
  }, [place, answer]);
  return {
    form,
    store: () => {
      // Not before the draft is read: this would be taken for it.
      if (form.current && isOpened.current && !waits.current) write(place, typedIn(form.current));
    },
  };
}

/** What a form has; null: nobody has typed anything. */
function typedIn(form: HTMLFormElement): Draft["fields"] | null {
  const fields = [...new FormData(form)].filter(
    (field): field is [string, string] => typeof field[1] === "string" && field[0] !== SUM,
  );
  return fields.some(([name, value]) => !UNTYPED.has(name) && value !== "") ? fields : null;
}

function read(place: string): Draft["fields"] | null {
  try {
    const draft = JSON.parse(localStorage.getItem(place) ?? "null") as Draft | null;
    return draft && Date.now() - draft.at < DAY_MS ? draft.fields : null;
  } catch {
    // No storage, or somebody else's text in it.
    return null;
  }
}

function write(place: string, fields: Draft["fields"] | null) {
  try {
    if (fields) localStorage.setItem(place, JSON.stringify({ at: Date.now(), fields } satisfies Draft));
    else localStorage.removeItem(place);
  } catch {
    // Private windows have none: then nothing is stored.
  }
}
