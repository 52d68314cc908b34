import type { RouterContextProvider } from "react-router";
import { methodField, methodTyped, rowsOf, typedMethod } from "~/domain/sales/delivery/forms/method-form";
import { typedZone, zoneField, zoneTyped } from "~/domain/sales/delivery/forms/zone-form";
import { withMethod, withNewZone, withoutMethod, withZone } from "~/domain/sales/delivery/plan-edits";
import { textField } from "~/http/request/forms/read-form.server";
import { answerChange, shownAgain, versionOf } from "./plan-answer.server";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
  /** null: a new zone. */
  zoneId: number | null;
  /** The zone's page without panel and dialog. */
  closeTo: string;
}

/** Rows that 'More Steps' adds. */
const MORE = 10;

/** Answers the form of a zone; that of a new one has its first method too. */
export function answerZone({ zoneId, ...post }: Post) {
  const zone = typedZone(post.form);
  const text = `The zone “${zone.zoneName.trim()}” is saved`;
  if (zoneId !== null)
    return answerChange({
      ...post,
      part: "zone",
      typed: zone,
      edit: withZone(zoneId, zoneTyped(zone)),
      field: zoneField,
      done: { to: post.closeTo, text },
    });
  const method = typedMethod(post.form);
  const typed = { ...zone, ...method };
  if (textField(post.form, "intent") === "more-zone-rows")
    return shownAgain("zone", { ...typed, rows: String(rowsOf(method, MORE)) }, versionOf(post.form));
  return answerChange({
    ...post,
    part: "zone",
    typed,
    edit: withNewZone(zoneTyped(zone), methodTyped(method)),
    field: (path) =>
      path.startsWith("methods.0.") ? methodField(path.slice("methods.0.".length), method) : zoneField(path),
    done: { to: "/admin/delivery", text },
  });
}

/** Answers the form of a method. @param methodId null: a new one */
export function answerMethod({ zoneId, ...post }: Post, methodId: number | null) {
  const typed = typedMethod(post.form);
  if (textField(post.form, "intent") === "more-rows")
    return shownAgain("method", { ...typed, rows: String(rowsOf(typed, MORE)) }, versionOf(post.form));
  return answerChange({
    ...post,
    part: "method",
    typed,
    edit: withMethod(zoneId ?? 0, methodId, methodTyped(typed)),
    field: (path) => methodField(path, typed),
    done: { to: post.closeTo, text: `The method “${typed.name!.trim()}” is saved` },
  });
}

/** Answers the dialog that deletes a method. */
export function answerDelete({ zoneId, ...post }: Post, methodId: number) {
  return answerChange({
    ...post,
    part: "dialog",
    typed: {},
    edit: withoutMethod(zoneId ?? 0, methodId),
    done: { to: post.closeTo, text: "The method is deleted" },
  });
}
