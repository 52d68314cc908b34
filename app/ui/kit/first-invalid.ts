/**
 * The name of the first field with a message, for `autoFocus` on the page that answers a failed post, also without
 * scripts. Where scripts run, conform moves the focus.
 */
export function firstInvalid(fields: { name: string; errors?: string[] }[]): string | undefined {
  return fields.find((field) => field.errors?.length)?.name;
}
