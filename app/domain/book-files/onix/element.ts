import { withoutUnseen } from "../../catalogue/names/names";

/** An element of an ONIX product, with its reference name. */
export interface OnixElement {
  name: string;
  attributes: Record<string, string>;
  /** The text directly in it. */
  text: string;
  /** Elements, and between them the texts of XHTML. */
  content: (OnixElement | string)[];
}

/** Whether a piece of content is an element, not text. */
export const isElement = (piece: OnixElement | string): piece is OnixElement => typeof piece !== "string";

/** The elements of this name directly in another. */
export const children = (element: OnixElement | undefined, name: string): OnixElement[] =>
  (element?.content ?? []).filter(isElement).filter((child) => child.name === name);

/** The first element of this name directly in another; undefined without one. */
export const child = (element: OnixElement | undefined, name: string): OnixElement | undefined =>
  (element?.content ?? []).filter(isElement).find((found) => found.name === name);

/** The text of the first element of this name, in one line; empty when there is none. */
export const lineIn = (element: OnixElement | undefined, name: string): string =>
  (child(element, name)?.text ?? "").replace(/\s+/gu, " ").trim();

/** The same of codes, numbers and names, without signs that show nothing. */
export const textIn = (element: OnixElement | undefined, name: string): string =>
  withoutUnseen(lineIn(element, name)).trim();

/** The first of these elements whose code is the first of the codes that any has: codes in order of preference. */
export function preferred(
  elements: OnixElement[],
  codeName: string,
  codes: readonly string[],
): OnixElement | undefined {
  for (const code of codes) {
    const found = elements.find((element) => textIn(element, codeName) === code);
    if (found) return found;
  }
  return undefined;
}
