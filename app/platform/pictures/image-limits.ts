/** Limits of uploaded pictures; browser-safe, so that the form can check them before it sends. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 25_000_000;
/** Width and height of the shop's icon in pixels, at least. Also in image-worker.mjs. */
export const ICON_LEAST = 192;

/** Why a picture is refused: its content or (from "busy" on) because it could not be processed now. */
export type ImageRefusal =
  | "missing"
  | "too-large"
  | "not-an-image"
  | "animated"
  | "too-many-pixels"
  | "broken"
  /** Only for the shop's icon. */
  | "not-square"
  | "too-small"
  | "busy"
  | "slow"
  | "failed";
