import { createContext, useContext, useState } from "react";

/** What was typed into a form before its sender was logged out. */
export interface Kept {
  /** By the fields' names. */
  fields: Record<string, string[]>;
  /** The names of those chosen by their ids, by the fields' names. */
  choices: Record<string, { id: number; name: string }[]>;
}

const KeptContext = createContext<Kept | null>(null);

export const KeptFormProvider = KeptContext.Provider;

/** What waits for the form that is shown first, also when the page has forgotten it since; null: nothing. */
export function useKeptForm(): Kept | null {
  const now = useContext(KeptContext);
  const [first] = useState(now);
  return first;
}

/** The value that a field begins with: what was kept of it, else its own. */
export function useKeptValue<Value>(name: string, value: Value): Value | string {
  return useKeptForm()?.fields[name]?.[0] ?? value;
}
