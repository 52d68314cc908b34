import { useState } from "react";

/**
 * The hidden field that says what a form shows, which the server compares when it saves: a version, or the stored values.
 * It stays as it was when the form was opened, as what is typed does: somebody else's change that is loaded later must not
 * pass for what the form shows.
 * @param answered by the action: what was posted, or after a clash what is stored, which the answer shows
 */
export function ShownField<Value extends string | number>({
  name = "version",
  shown,
  answered,
}: {
  name?: string;
  shown: Value;
  answered?: Value;
}) {
  const [opened] = useState(shown);
  return <input type="hidden" name={name} value={answered ?? opened} />;
}
