/** The version with which a form was opened, from its hidden field; 0 when it has none. */
export function versionIn(form: FormData): number {
  const text = form.get("version");
  return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
