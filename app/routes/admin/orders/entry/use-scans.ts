import { type KeyboardEvent, useEffect, useRef } from "react";
import { useActionData, useNavigation, useSubmit } from "react-router";

/** Of the field, in characters. */
export const SEARCH_MAX = 100;

/** The field of `BookSearch`. */
export const FIND_BOOK = "find-book";

/**
 * The field of the books for somebody with a scanner, who does not wait for an answer: the next scan types over what was sent,
 * and one that comes while the form is being sent is sent after the answer.
 * @returns for the field: what listens to its keys
 */
export function useScans() {
  const answer = useActionData<{ typed: Record<string, string> }>();
  const { state, formData } = useNavigation();
  const submit = useSubmit();
  const sent = useRef<FormData | null>(null);
  const waiting = useRef<string[]>([]);
  useEffect(() => {
    if (formData) sent.current = formData;
  }, [formData]);
  useEffect(() => {
    const field = findBook();
    if (!field || !answer || !sent.current) return;
    // Unless the next one is being typed.
    if (field.value !== "" && field.value !== sent.current.get("find")) return;
    field.value = answer.typed.find ?? "";
    if (field.value !== "") field.select();
    else if (isSearch(sent.current)) field.focus();
  }, [answer]);
  useEffect(() => {
    const form = findBook()?.form;
    if (state !== "idle" || !form || waiting.current.length === 0) return;
    let scans = waiting.current.shift()!;
    while (waiting.current.length > 0 && scans.length + waiting.current[0]!.length < SEARCH_MAX)
      scans += ` ${waiting.current.shift()}`;
    const fields = new FormData(form);
    fields.set("intent", "find");
    fields.set("find", scans);
    void submit(fields, { method: "post", preventScrollReset: true });
  }, [state, submit]);
  return {
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const field = event.currentTarget;
      if (event.key !== "Enter" || (state === "idle" && !field.form?.ariaBusy)) return;
      event.preventDefault();
      if (field.value.trim() !== "") waiting.current.push(field.value.trim());
      field.value = "";
    },
    onKeyUp(event: KeyboardEvent<HTMLInputElement>) {
      if (event.key === "Enter") event.currentTarget.select();
    },
  };
}

/** Whether a book was searched for or chosen. */
const isSearch = (form: FormData) => form.get("intent") === "find" || form.has("addBook");

const findBook = () => document.getElementById(FIND_BOOK) as HTMLInputElement | null;
