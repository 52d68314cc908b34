import type { PictureKind } from "~/domain/catalogue/books/pictures/further-pictures";

/** Where a picture goes in its book. */
export type PicturePlace = "cover" | PictureKind;

/** What a file's name may mean: a book's ISBN or SKU, and where the picture goes. */
export interface NamedPicture {
  name: string;
  place: PicturePlace;
}

const PICTURE_FILE = /\.(?:jpe?g|png|webp)$/i;

/** Whether a file of a ZIP is meant as a picture of a book. */
export const isPictureFile = (path: string) => !isLeftBySystem(path) && PICTURE_FILE.test(path);

/** Folders, and what macOS and Windows put beside the files. */
export const isLeftBySystem = (path: string) =>
  path.endsWith("/") || /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path);

/** The name of a file, without folders and ending. */
const bareName = (path: string) => path.replace(/^.*\//, "").replace(PICTURE_FILE, "").trim();

const ENDING = /^(.+?)[-_ ]+(front|cover|back|inside|[1-9]\d?)$/i;

const PLACES: Record<string, PicturePlace> = {
  front: "cover",
  cover: "cover",
  "1": "cover",
  back: "back_cover",
  inside: "look_inside",
};

/** Characters of a name; longer than any ISBN or SKU with its ending. */
const NAME_MAX = 200;

/**
 * What a file's name may mean, the likeliest first: the whole name is an ISBN or SKU and the picture its cover; or its
 * ending says what the picture shows.
 * @param path in the ZIP; folders mean nothing @returns none when the name is longer than any
 */
export function meaningsOf(path: string): NamedPicture[] {
  const whole = bareName(path);
  if (whole.length > NAME_MAX) return [];
  const [, before, ending] = ENDING.exec(whole) ?? [];
  const meanings: NamedPicture[] = [{ name: whole, place: "cover" }];
  if (before && ending) meanings.push({ name: before, place: PLACES[ending.toLowerCase()] ?? "other" });
  return meanings;
}
