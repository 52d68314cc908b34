/**
 * The files of a picture that staff uploaded: for a text, or as a further picture of a book. image-worker.mjs makes and
 * names them.
 */

/** The largest file, which the database and texts name; its name contains its size in pixels. */
const NAMED = /^((picture|further)-[0-9a-f]{20}-(\d{1,4})x(\d{1,4}))\.webp$/;

/** The widths of the smaller files; only those below the picture's own width exist. */
const SMALLER = { picture: [480, 960], further: [160, 480, 960] } as const;

/** A picture's address, ready for an `img`. Sizes in pixels. */
export interface PictureSource {
  src: string;
  /** Empty when there is only one file. */
  srcSet: string;
  width: number;
  height: number;
}

/** @param file a picture's name, e.g. pictures.file or book_pictures.file @returns null for any other name */
export function pictureSource(file: string): PictureSource | null {
  const [, stem, kind, wide, high] = NAMED.exec(file) ?? [];
  if (!stem) return null;
  const [width, height] = [Number(wide), Number(high)];
  if (width === 0 || height === 0) return null;
  const smaller = SMALLER[kind as keyof typeof SMALLER].filter((one) => one < width);
  const at = (one: number) => `${FOLDER}${stem}-${one}.webp ${one}w`;
  const srcSet = smaller.length === 0 ? "" : [...smaller.map(at), `${FOLDER}${file} ${width}w`].join(", ");
  return { src: FOLDER + file, srcSet, width, height };
}

/** All files of a picture, the largest first; the JPEG is for link previews. @param file as `pictureSource` takes it */
export function pictureFiles(file: string): string[] {
  const stem = file.replace(/\.webp$/, "");
  const smaller = SMALLER[stem.startsWith("further") ? "further" : "picture"];
  return [file, ...smaller.map((width) => `${stem}-${width}.webp`), `${stem}.jpg`];
}

/** The address of the smallest file of a book's further picture. @param picture.width of its largest file */
export function pictureThumb({ file, width }: { file: string; width: number }): string {
  const [thumb] = SMALLER.further;
  return FOLDER + (thumb < width ? file.replace(/\.webp$/, `-${thumb}.webp`) : file);
}

/** The address of the JPEG, for link previews and other programs. */
export const pictureJpeg = (file: string) => FOLDER + file.replace(/\.webp$/, ".jpg");

const FOLDER = "/coverpages/";

/** The pictures' names in a text, each once. */
export function picturesIn(text: string): string[] {
  const found = text.matchAll(/\/coverpages\/(picture-[0-9a-f]{20}-\d{1,4}x\d{1,4}\.webp)/g);
  return [...new Set([...found].map(([, file]) => file!))];
}
