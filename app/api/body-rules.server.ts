import type { z } from "zod";

/** Checks that only change a value or name its type. */
const NO_RULES = new Set(["overwrite", "number_format"]);

/** Whether the schema can refuse a body of the right shape: it has a rule for a length, range, format or choice. */
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
