import { z } from "zod";
import type { BlockField } from "./block-fields";

type ContentOf<Of extends Record<string, BlockField<unknown>>> = {
  [Name in keyof Of]: Of[Name] extends BlockField<infer Value> ? Value : never;
};

export interface BlockDeclaration<Content = Record<string, unknown>> {
  /** What staff call such a block. */
  label: string;
  /** What it shows, for the choice of a new block. */
  about: string;
  /** How many of them a page may have; without it as many as fit. */
  most?: number;
  fields: { [Name in keyof Content & string]: BlockField<Content[Name]> };
  /** The content of a new block, as its form opens. */
  fresh: Content;
  /** A text that tells it from others of its kind; may be empty. */
  titleOf: (content: Content) => string;
  /** Reads the block's form, and checks what is sent. */
  schema: z.ZodType<Content, Record<string, unknown>>;
}

/** A rule about several fields: the field that gets the message, and the message; null when it is met. */
type Rule<Content> = (content: Content) => { field: keyof Content & string; message: string } | null;

/** Declares a kind of block: one list of fields makes its form, its schema and its names in histories. */
export function declareBlock<const Of extends Record<string, BlockField<unknown>>>(
  given: Omit<BlockDeclaration<ContentOf<Of>>, "fields" | "schema"> & {
    fields: Of;
    rules?: Rule<ContentOf<Of>>[];
  },
): BlockDeclaration<ContentOf<Of>> {
  const { fields, rules = [], ...rest } = given;
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema]));
  const schema = z.object(shape).superRefine((content, context) => {
    for (const rule of rules) {
      const problem = rule(content as ContentOf<Of>);
      if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    }
  });
  return {
    ...rest,
    fields: fields as unknown as BlockDeclaration<ContentOf<Of>>["fields"],
    schema: schema as unknown as BlockDeclaration<ContentOf<Of>>["schema"],
  };
}
