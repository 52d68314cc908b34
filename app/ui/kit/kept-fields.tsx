import { createContext, useContext, useState } from "react";

/** What somebody typed into a form before they were logged out, or asked for their password again. */
export interface Kept {
  /** By the fields' names. */
  fields: Record<string, string[]>;
  /** The names of the entries chosen by id, by the fields' names. */
  choices: Record<string, { id: number; name: string }[]>;
  why: "session" | "proof";
}

const KeptContext = createContext<Kept | null>(null);

export const KeptFormProvider = KeptContext.Provider;

/** The kept form for the first render; stays although the server forgets it. null when there is none. */
export function useKeptForm(): Kept | null {
  const now = useContext(KeptContext);
  const [first] = useState(now);
  return first;
}

/** A field's initial value: the kept one, else its own. */
export function useKeptValue<Value>(name: string, value: Value): Value | string {
  return useKeptForm()?.fields[name]?.[0] ?? value;
}
