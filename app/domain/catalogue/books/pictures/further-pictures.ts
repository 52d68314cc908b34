/** Pictures of a book beside its cover. */

/** The kinds, as staff choose them. */
export const PICTURE_KINDS = {
  back_cover: "Back cover",
  look_inside: "Look inside",
  other: "Other picture",
} as const;

export type PictureKind = keyof typeof PICTURE_KINDS;

export const MOST_PICTURES = 8;

export interface StoredPicture {
  id: number;
  /** The name of its largest file below /coverpages/ (platform/pictures/picture-files.ts). */
  file: string;
  kind: PictureKind;
  /** What it shows, as staff wrote it; may be empty. */
  alt: string;
  /** Of the largest file, in pixels. */
  width: number;
  height: number;
}

/** With `alt` never empty: staff's own words, or else its kind and the book's title. */
export type BookPicture = StoredPicture;

const DEFAULT_ALT: Record<PictureKind, (title: string) => string> = {
  back_cover: (title) => `Back cover of ${title}`,
  look_inside: (title) => `Inside ${title}`,
  other: (title) => `Picture of ${title}`,
};

/** What a picture shows, unless staff say it themselves. */
export const defaultAlt = (kind: PictureKind, title: string): string => DEFAULT_ALT[kind](title);

/** Pictures of one kind that would have the same default are numbered. */
export function described(pictures: readonly StoredPicture[], title: string): BookPicture[] {
  return pictures.map((picture) => {
    if (picture.alt) return picture;
    const alike = pictures.filter(({ kind, alt }) => kind === picture.kind && !alt);
    const number = alike.length > 1 ? `, picture ${alike.indexOf(picture) + 1}` : "";
    return { ...picture, alt: defaultAlt(picture.kind, title) + number };
  });
}

export const PICTURES_FULL = `A book has at most ${MOST_PICTURES} further pictures. Remove one to add another.`;
export const SAME_PICTURE = "This book has this picture already";
export const NO_SUCH_PICTURE = "This picture is not in the book any more";

/** The message after a picture was moved. @param moved what it shows, and its place from 1 */
export const pictureMoved = ({ alt, place }: { alt: string; place: number }) =>
  `“${alt}” is picture ${place} now`;

export const PICTURE_ADDED = "Picture added successfully!";
export const PICTURE_SAVED = "Picture saved successfully!";
export const PICTURE_REMOVED = "Picture removed successfully!";
