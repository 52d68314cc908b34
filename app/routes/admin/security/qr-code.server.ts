import { encode } from "uqr";

/** A QR code as the path of an SVG, one unit for each module, with the quiet border that readers need. */
export function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}
