import { z } from "zod";
import { ALT_MAX } from "~/domain/shop/pictures/pictures.schema";
import { typedText } from "~/domain/kit/typed-text";
import { PICTURE_KINDS, type PictureKind } from "./further-pictures";

const TOO_LONG = `Please use at most ${ALT_MAX} characters`;

/** How staff describe a further picture of a book. An empty `alt` stands for the kind and the book's title. */
export const furtherPictureSchema = z.object({
  kind: z.enum(Object.keys(PICTURE_KINDS) as [PictureKind, ...PictureKind[]], {
    error: "Please choose what kind of picture it is",
  }),
  alt: typedText(ALT_MAX, TOO_LONG)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    .pipe(z.string().max(ALT_MAX, { error: TOO_LONG }))
    .prefault(""),
});

export type PictureFields = z.output<typeof furtherPictureSchema>;
