import { z } from "zod";
import { MASTER_DATA, type NamedRow } from "~/domain/kit/master-data";
import { rowJson, rowToJson } from "../../names/master-data.json.ts";
import type { ShelvedCategory, TagCount } from "./catalogue";

/** The file for books without their own cover, below /coverpages/ like the others. */
export const DEFAULT_COVER = "default.webp";

const id = z
  .number()
  .int()
  .meta({ examples: [1] });

export const authorJson = rowJson(MASTER_DATA.author);

const tagname = z.string().meta({ examples: ["Fiction"] });

export const bookTagJson = rowJson(MASTER_DATA.tag);

/** A tag in the list of all tags. */
export const countedTagJson = z
  .object({
    booktagId: id,
    tagname,
    count: z
      .number()
      .int()
      .meta({ description: "Visible books with this tag.", examples: [14] }),
  })
  .meta({ id: "CountedBookTag" });

/** A category with the covers that illustrate it. */
export const categoryJson = countedTagJson
  .extend({
    coverpages: z.array(z.string()).meta({
      description: "File names below /coverpages/ of the covers of its best books, up to three.",
      examples: [["gora.webp"]],
    }),
  })
  .meta({ id: "Category" });

const tagToJson = (tag: NamedRow) => rowToJson(MASTER_DATA.tag, tag);

/** Authors with their ids and names. */
export const authorsToJson = (authors: NamedRow[]) =>
  authors.map((author) => rowToJson(MASTER_DATA.author, author));
/** Tags with their ids and names. */
export const tagsToJson = (tags: NamedRow[]) => tags.map(tagToJson);

/** A tag with the number of its visible books. */
export function countedTagToJson(tag: TagCount): z.input<typeof countedTagJson> {
  return { ...tagToJson(tag), count: tag.count };
}

/** The file name of a cover, for clients of the API, which prefix it with '/coverpages/'. */
export const coverFile = (cover: string | null) => cover ?? DEFAULT_COVER;

/** A tag with its number of visible books and some of their covers. */
export function categoryToJson(category: ShelvedCategory): z.input<typeof categoryJson> {
  return { ...countedTagToJson(category), coverpages: category.covers.map(coverFile) };
}
