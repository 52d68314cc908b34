/** The part of JSON Schema 2020-12 that the API's document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  contentMediaType?: string;
}

/** Follows a schema's $ref. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** @param schemas the document's components.schemas */
export function resolver(schemas: Record<string, JsonSchema>): Resolve {
  return (schema) => {
    if (schema.$ref === undefined) return schema;
    const { $ref, ...beside } = schema;
    return { ...schemas[$ref.slice($ref.lastIndexOf("/") + 1)], ...beside };
  };
}

/**
 * A value that fits the schema: its own example where there is one, else the simplest value of its type. Optional
 * fields without an example are left out.
 */
export function exampleOf(given: JsonSchema, resolve: Resolve): unknown {
  const schema = resolve(given);
  if (schema.examples?.length) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum?.length) return schema.enum[0];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices[0]!, resolve);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, resolve)));
  }
  return plainest(schema, resolve);
}

function plainest(schema: JsonSchema, resolve: Resolve): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name, field]) => schema.required?.includes(name) || hasExample(field, resolve))
          .map(([name, field]) => [name, exampleOf(field, resolve)]),
      );
    case "array":
      return schema.items ? [exampleOf(schema.items, resolve)] : [];
    case "integer":
    case "number":
      return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return schema.format === "date-time" ? "2026-11-21T10:30:00.000Z" : "text";
  }
}

function hasExample(given: JsonSchema, resolve: Resolve): boolean {
  const schema = resolve(given);
  if (schema.examples?.length || schema.example !== undefined || schema.enum || schema.const !== undefined)
    return true;
  if (schema.anyOf) return schema.anyOf.some((choice) => hasExample(choice, resolve));
  if (schema.items) return hasExample(schema.items, resolve);
  return Object.values(schema.properties ?? {}).some((field) => hasExample(field, resolve));
}
