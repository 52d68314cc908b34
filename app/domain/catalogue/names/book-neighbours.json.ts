import { z } from "zod";
import { bookPath } from "../books/book-address";
import type { Volume } from "./book-neighbours";

/** The volume of a series before or after a book, in the API. */
export const volumeJson = z
  .object({
    bookId: z
      .number()
      .int()
      .meta({ examples: [3] }),
    title: z.string().meta({ examples: ["The Golden Fortress"] }),
    seriesNumber: z.string().meta({ description: "As it is printed.", examples: ["2"] }),
    url: z
      .string()
      .meta({ description: "The path of its page.", examples: ["/books/3-the-golden-fortress"] }),
  })
  .meta({ id: "Volume" });

/** A volume of a series; null without one. */
export const volumeToJson = (volume: Volume | null | undefined): z.input<typeof volumeJson> | null =>
  volume
    ? { bookId: volume.id, title: volume.title, seriesNumber: volume.number, url: bookPath(volume) }
    : null;
