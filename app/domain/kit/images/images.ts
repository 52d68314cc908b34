import { ICON_LEAST, IMAGE_MAX_BYTES, type ImageRefusal } from "~/platform/pictures/image-limits";

export { ICON_LEAST, IMAGE_MAX_BYTES };

/** For the file chooser. */
export const IMAGE_TYPES = "image/jpeg,image/png,image/webp";

export const IMAGE_HINT = "JPEG, PNG or WebP, at most 10 MB and 25 megapixels";

const SENTENCES: Record<ImageRefusal, string> = {
  missing: "Please choose an image",
  "too-large": "The image must be at most 10 MB",
  "not-an-image": "The file is not a JPEG, PNG or WebP image",
  animated: "The image is animated. Please choose a still one.",
  "too-many-pixels": "The image must have at most 25 megapixels",
  broken: "The image is damaged or incomplete. Please choose another file.",
  "not-square": "The icon must be square: as wide as it is high",
  "too-small": `The icon must be at least ${ICON_LEAST} pixels wide and high`,
  busy: "Other images are being processed. Please try again in a moment.",
  slow: "The image took too long to process. Please choose a simpler or smaller one.",
  failed: "The image could not be processed. Please try again, or choose another file.",
};

/** The message to the person who chose the file. */
export const imageRefusal = (reason: ImageRefusal): string => SENTENCES[reason];

export const NOT_STORED = "The image could not be stored. Please try again later.";

/** All files of a cover, the original first. @param cover books.cover */
export function coverFiles(cover: string): string[] {
  const stem = cover.replace(/\.webp$/, "");
  const avifs = [160, 240, 320, 640].map((width) => `-${width}.avif`);
  const others = [...avifs, "-160.webp", "-320.webp", "-640.jpg"];
  return [cover, ...others.map((ending) => stem + ending)];
}

/** A logo as a JPEG, for mails and bills; made when it is first needed (`coverPreview`). */
export const logoJpeg = (logo: string): string => logo.replace(/\.webp$/, ".jpg");

/** All files of a logo. */
export const logoFiles = (logo: string): string[] => [logo, logoJpeg(logo)];
