/** Pictures that staff upload; browser-safe, so that the form can check before it sends. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const IMAGE_MAX_PIXELS = 25_000_000;

/** Why a picture is refused: it is at fault itself, or (from "busy" on) there was no time or no worker for it. */
export type ImageRefusal =
  | "missing"
  | "too-large"
  | "not-an-image"
  | "animated"
  | "too-many-pixels"
  | "broken"
  | "busy"
  | "slow"
  | "failed";
