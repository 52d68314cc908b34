/** Pictures that staff upload for pages, news and the home page. */

export {
  pictureFiles,
  pictureJpeg,
  pictureSource,
  type PictureSource,
  picturesIn,
  pictureThumb,
} from "~/platform/pictures/picture-files";

export interface Picture {
  id: number;
  /** The name of its largest file (`pictureSource`). */
  file: string;
  /** Of the largest file, in pixels. */
  width: number;
  height: number;
  /** What it shows, for people who cannot see it. */
  alt: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export const PICTURE_NOT_FOUND = "Picture not found";
