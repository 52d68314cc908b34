import type { z } from "zod";

/** Checks that change a value or tell its type, and break no rule. */
const NO_RULES = new Set(["overwrite", "number_format"]);

/**
 * Whether a body of the right shape can still be refused by its schema: some length, range, format, choice or other
 * rule stands in it.
 */
export function hasRules(schema: z.core.$ZodType): boolean {
  const { _zod: internals } = schema as z.core.$ZodTypes;
  const { def } = internals;
  if (def.checks?.some(({ _zod: check }) => !NO_RULES.has(check.def.check))) return true;
  switch (def.type) {
    case "object":
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])].some(hasRules);
    case "array":
      return hasRules(def.element);
    case "union":
      return def.options.some(hasRules);
    case "record":
      return hasRules(def.valueType);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
      return hasRules(def.innerType);
    case "pipe":
      return hasRules(def.in) || hasRules(def.out);
    case "enum":
    case "literal":
    case "template_literal":
      return true;
    case "string":
    case "number":
      return "format" in def && def.format !== "safeint";
    default:
      return false;
  }
}
