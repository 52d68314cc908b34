/**
 * The name of the first field with a message, for `autoFocus` on a page the server renders after a failed post:
 * the focus is there without scripts too. Where scripts run, conform moves it.
 */
export function firstInvalid(fields: { name: string; errors?: string[] }[]): string | undefined {
  return fields.find((field) => field.errors?.length)?.name;
}
