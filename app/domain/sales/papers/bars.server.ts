/** A text as a Code 128 barcode: an SVG of bars half a millimetre wide when it is 14 mm high, as thermal printers need them. */
export async function bars(text: string): Promise<string> {
  const { toSVG } = await import("bwip-js/node");
  return toSVG({ bcid: "code128", text, height: 10, includetext: false });
}
