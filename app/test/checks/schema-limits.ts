import type { z } from "zod";

interface Check {
  check: string;
}

const defOf = (schema: z.core.$ZodType) => {
  const { _zod: internals } = schema as z.core.$ZodTypes;
  return internals.def;
};

/**
 * Finds parts of a schema that accept input of unlimited length, or check something else before the length. Each
 * sentence names the part. Only the input side is checked, since output has passed the limits.
 */
export function unboundedParts(schema: z.core.$ZodType, at: string): string[] {
  const def = defOf(schema);
  const checks = (def.checks ?? []).map(({ _zod: check }): Check => check.def);
  switch (def.type) {
    case "string":
      return limitProblem(checks, "format" in def, `${at}: a text`);
    case "array":
      return [
        ...(checks.some(isLimit) ? [] : [`${at}: a list without a maximum`]),
        ...unboundedParts(def.element, `${at}[]`),
      ];
    case "record":
      return [
        // One with given names holds no more than these.
        ...(checks.length > 0 || defOf(def.keyType).type === "enum"
          ? []
          : [`${at}: a record without a bound`]),
        ...unboundedParts(def.keyType, `${at} (its keys)`),
        ...unboundedParts(def.valueType, `${at} (its values)`),
      ];
    case "object":
      return [
        ...Object.entries(def.shape).flatMap(([name, part]) => unboundedParts(part, `${at}.${name}`)),
        ...(def.catchall && defOf(def.catchall).type !== "never" ? [`${at}: accepts unknown fields`] : []),
      ];
    case "union":
      return def.options.flatMap((option) => unboundedParts(option, at));
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return unboundedParts(def.innerType, at);
    case "pipe":
      return unboundedParts(def.in, at);
    case "number":
    case "boolean":
    case "null":
    case "undefined":
    case "enum":
    case "literal":
    case "never":
      return [];
    default:
      return [`${at}: a ${def.type}, whose size is not checked`];
  }
}

const isLimit = ({ check }: Check) => check === "max_length" || check === "length_equals";

/** The length must be checked before patterns and changes of the text. */
function limitProblem(checks: Check[], isFormat: boolean, what: string): string[] {
  if (!checks.some(isLimit)) return [`${what} without a maximum`];
  const before = isFormat
    ? "format"
    : checks.slice(0, checks.findIndex(isLimit)).map(({ check }) => check)[0];
  return before ? [`${what} with '${before}' before its maximum`] : [];
}
