import { z } from "zod";
import { pictureJpeg } from "~/domain/shop/pictures/pictures";
import type { NamePage } from "./name-pages";

/** What the API says of a name's page, beside its id and name. */
export const namePageJson = {
  url: z
    .string()
    .nullable()
    .meta({
      description: "Its page in the store; null while it has no visible books.",
      examples: ["https://books.example.in/authors/1-rabindranath-tagore"],
    }),
  nativeName: z
    .string()
    .nullable()
    .meta({ description: "The name in its own script.", examples: ["রবীন্দ্রনাথ ঠাকুর"] }),
  text: z.string().meta({ description: "Plain, in paragraphs.", examples: ["Born in Calcutta in 1861."] }),
  website: z
    .string()
    .nullable()
    .meta({ examples: ["https://example.in"] }),
  picture: z
    .object({
      url: z.string().meta({ examples: ["https://books.example.in/coverpages/picture-1.jpg"] }),
      alt: z.string().meta({ examples: ["Tagore at his desk"] }),
    })
    .nullable()
    .meta({ description: "Only of authors." }),
};

/** @param path of the page in the store @param origin of the shop */
export function namePageToJson(
  { nativeName, text, website, picture }: NamePage,
  path: string | null,
  origin: string,
) {
  return {
    url: path && origin + path,
    nativeName,
    text,
    website,
    picture: picture && { url: origin + pictureJpeg(picture.file), alt: picture.alt },
  };
}
