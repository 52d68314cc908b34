import type { DeliveryZone } from "../plan";
import type { ZoneInput } from "../plan-edits";
import { typedPrefixes } from "./typed-values";

/** A zone's name and places as its form has them. */
export interface TypedZone {
  zoneName: string;
  states: string[];
  pinPrefixes: string;
}

export const ZONE_FIELDS = ["zoneName", "states", "pinPrefixes"] as const;

/** The texts that were sent. */
export function typedZone(form: FormData): TypedZone {
  const texts = (name: string) =>
    form.getAll(name).filter((value): value is string => typeof value === "string");
  return {
    zoneName: texts("zoneName")[0] ?? "",
    states: texts("states"),
    pinPrefixes: texts("pinPrefixes")[0] ?? "",
  };
}

/** For the plan's schema, which refuses what is wrong. */
export const zoneTyped = ({ zoneName, states, pinPrefixes }: TypedZone): Omit<ZoneInput, "methods"> => ({
  name: zoneName,
  states,
  pinPrefixes: typedPrefixes(pinPrefixes),
});

/** The form's field of a plan's one, e.g. "pinPrefixes.3". */
export function zoneField(path: string): string {
  const field = path.split(".")[0] === "name" ? "zoneName" : path.split(".")[0]!;
  return (ZONE_FIELDS as readonly string[]).includes(field) ? field : "";
}

/** What the form of a stored zone shows. */
export const zoneTexts = ({ name, states, pinPrefixes }: DeliveryZone): TypedZone => ({
  zoneName: name,
  states,
  pinPrefixes: pinPrefixes.join(" "),
});
