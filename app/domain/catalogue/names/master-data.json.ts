import { z } from "zod";
import type { MasterDataEntity, NamedRow } from "~/domain/kit/master-data";

const made = new Map<string, z.ZodObject>();

type RowJson<Entity extends MasterDataEntity> = Record<Entity["api"]["id"], number> &
  Record<Entity["api"]["name"], string>;

/**
 * The schema of a row in the API (docs/specification.md §3), e.g. with authorId and authorName. Each entity's schema
 * is made only once.
 */
export function rowJson<Entity extends MasterDataEntity>({ key, label, api }: Entity) {
  const schema =
    made.get(key) ??
    z
      .object({
        [api.id]: z
          .number()
          .int()
          .meta({ examples: [1] }),
        [api.name]: z.string().meta({ examples: [api.example] }),
      })
      .meta({ id: label.replaceAll(" ", "") });
  made.set(key, schema);
  return schema as unknown as z.ZodType<RowJson<Entity>, RowJson<Entity>>;
}

/** A name under the fields that the API has for its list. */
export const rowToJson = <Entity extends MasterDataEntity>({ api }: Entity, { id, name }: NamedRow) =>
  ({ [api.id]: id, [api.name]: name }) as RowJson<Entity>;
