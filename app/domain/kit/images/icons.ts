/** The shop's icon in one of its sizes; `maskable` has 512 pixels with a margin that phones may cut off. */
export type IconSize = 32 | 180 | 192 | 512 | "maskable";

/** @param icon the icon setting: the file of 512 pixels */
export const iconFile = (icon: string, size: IconSize): string => icon.replace(/-512\.png$/, `-${size}.png`);

/** All files of an icon. */
export const iconFiles = (icon: string): string[] =>
  ([32, 180, 192, 512, "maskable"] as const).map((size) => iconFile(icon, size));
