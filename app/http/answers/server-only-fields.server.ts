/**
 * A copy in which only the server can read these fields: what a browser gets of a loader's data are the enumerable ones.
 * For what a page says in its head to search engines, which the browser's code never says again.
 * @param keys fields that no code of the browser reads
 */
export function withServerOnly<Value extends object>(value: Value, keys: readonly string[]): Value {
  const copy = { ...value };
  for (const key of keys)
    if (key in copy) Object.defineProperty(copy, key, { value: copy[key as keyof Value], enumerable: false });
  return copy;
}
