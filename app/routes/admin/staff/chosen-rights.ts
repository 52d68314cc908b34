interface ListField {
  id: string;
  name: string;
  errors?: string[];
  initialValue?: unknown;
}

/** The boxes of extra rights, from their field: ticked are the stored ones, or those of a refused form. */
export function chosenRights({ id, name, errors, initialValue }: ListField) {
  // A browser sends one value for one ticked box, and nothing for none.
  const chosen = [initialValue].flat().filter((right): right is string => typeof right === "string");
  return { id, name, errors, chosen };
}
