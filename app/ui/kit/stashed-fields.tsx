import { createContext, useContext, useState } from "react";
import { TYPED_FIELDS } from "~/page-data/typed-by";

/** What somebody typed into a form before they were logged out, asked for their password again, or led to this page by it. */
export interface Stashed {
  /** By the fields' names. */
  fields: Record<string, string[]>;
  /** The names of the entries chosen by id, by the fields' names. */
  choices: Record<string, { id: number; name: string }[]>;
  why: "session" | "login" | "proof" | "next";
}

const StashedContext = createContext<Stashed | null>(null);

export const StashedFormProvider = StashedContext.Provider;

/** The id of the form around the fields. */
export const FormScope = createContext<string | undefined>(undefined);

/**
 * The stashed form for the first render; stays although the server forgets it. null when there is none, or when it is another
 * form of this page.
 */
export function useStashedForm(): Stashed | null {
  const now = useContext(StashedContext);
  const scope = useContext(FormScope);
  const [first] = useState(now);
  const form = first?.fields[TYPED_FIELDS.in]?.[0];
  return form === undefined || form === scope ? first : null;
}

/** A field's initial value: the stashed one, else its own. */
export function useStashedValue<Value>(name: string, value: Value): Value | string {
  return useStashedForm()?.fields[name]?.[0] ?? value;
}
