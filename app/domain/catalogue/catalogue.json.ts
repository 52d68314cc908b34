import { z } from "zod";
import { MASTER_DATA, type NamedRow } from "../master-data/master-data";
import { rowJson, rowToJson } from "../master-data/master-data.json";
import type { ShelvedCategory, TagCount } from "./catalogue";

/** Stands in for a book without a cover of its own, below /coverpages/ as every other. */
export const DEFAULT_COVER = "default.webp";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });

export const authorJson = rowJson(MASTER_DATA.author);

const tagname = z.string().meta({ examples: ["Fiction"] });

export const bookTagJson = rowJson(MASTER_DATA.tag);

/** A tag in the list of all of them. */
export const countedTagJson = z
  .object({
    booktagId: id,
    tagname,
    count: z
      .number()
      .int()
      .meta({ description: "Books in the store that carry it.", examples: [14] }),
  })
  .meta({ id: "CountedBookTag" });

/** A category with the covers that stand for it. */
export const categoryJson = countedTagJson
  .extend({
    coverpages: z.array(z.string()).meta({
      description: "File names below /coverpages/ of the covers of its best books, up to three.",
      examples: [["gora.webp"]],
    }),
  })
  .meta({ id: "Category" });

const tagToJson = (tag: NamedRow) => rowToJson(MASTER_DATA.tag, tag);

export const authorsToJson = (authors: NamedRow[]) =>
  authors.map((author) => rowToJson(MASTER_DATA.author, author));
export const tagsToJson = (tags: NamedRow[]) => tags.map(tagToJson);

export function countedTagToJson(tag: TagCount): z.input<typeof countedTagJson> {
  return { ...tagToJson(tag), count: tag.count };
}

/** The file of a cover for the API's clients, who put '/coverpages/' before it. */
export const coverFile = (cover: string | null) => cover ?? DEFAULT_COVER;

export function categoryToJson(category: ShelvedCategory): z.input<typeof categoryJson> {
  return { ...countedTagToJson(category), coverpages: category.covers.map(coverFile) };
}
