import { z } from "zod";
import type { MergePreview } from "./merging";

const count = (description: string) =>
  z
    .number()
    .int()
    .meta({ description, examples: [3] });

/** What a merge would change, in the API. */
export const mergePreviewJson = z
  .object({
    from: z.string().meta({ description: "The name that goes.", examples: ["R K Narayan"] }),
    into: z.string().meta({ description: "The name that stays.", examples: ["R. K. Narayan"] }),
    changed: count("Books that name it, hidden ones too; orders for carriers."),
    both: count("Of these, books that have both names and keep one."),
    books: z
      .array(
        z.object({
          bookId: z
            .number()
            .int()
            .meta({ examples: [1] }),
          title: z.string().meta({ examples: ["Gora"] }),
        }),
      )
      .meta({ description: "The first ten of the books." }),
    homeBlocks: z.array(z.string()).meta({
      description: "Blocks of the home page that name it.",
      examples: [["Shelf of books ‘Novels’"]],
    }),
    pageTaken: z.array(z.string()).meta({
      description: "Parts of its page that the page of the name that stays takes over.",
      examples: [["picture"]],
    }),
    pageLost: z.array(z.string()).meta({
      description: "Parts of its page that are deleted, since the page of the name that stays has its own.",
      examples: [["text"]],
    }),
  })
  .meta({ id: "MergePreview" });

/** What merging two names would change. */
export const mergePreviewToJson = ({
  gone,
  stays,
  uses,
  both,
  firstBooks,
  blocks,
  page,
}: MergePreview): z.input<typeof mergePreviewJson> => ({
  from: gone.name,
  into: stays.name,
  changed: uses,
  both,
  books: firstBooks.map(({ id, title }) => ({ bookId: id, title })),
  homeBlocks: blocks,
  pageTaken: page.taken,
  pageLost: page.lost,
});
