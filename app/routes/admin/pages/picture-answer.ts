import type { Picture } from "~/domain/shop/pictures/pictures";

/** The answer to an upload that stays on its page: the picture, or the messages at the fields with what was typed. */
export interface PictureAnswer {
  added: Picture | null;
  errors: { file1?: string[]; alt?: string[] };
  alt: string;
}
