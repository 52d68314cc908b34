/** The fields of `TypedBy` (ui/kit/typed-by.tsx), read by http/request/stashed-form.server.ts. */
export const TYPED_FIELDS = {
  /** For whom the form was shown, signed. */
  by: "typedBy",
  /** The form's id, on pages with several forms. */
  in: "typedIn",
};
