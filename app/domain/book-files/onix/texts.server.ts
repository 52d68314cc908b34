import { PlainText, textOfHtml } from "../html-text.server";
import type { ImportedBook } from "../imported-book";
import { children, isElement, type OnixElement, preferred, textIn } from "./element";

/** Short description and description (list 153), and the address of the cover's picture. */
export function readTexts(collateral: OnixElement | undefined, book: ImportedBook) {
  const contents = children(collateral, "TextContent");
  const ofType = (...types: string[]) => plainText(preferred(contents, "TextType", types));
  const [brief, description] = [ofType("02"), ofType("03", "01")];
  if (brief) book.texts.brief = brief;
  if (description) book.texts.description = description;
  const pictures = children(collateral, "SupportingResource").filter(isPicture).flatMap(linksOf);
  if (pictures.length > 0) book.pictures = [...new Set(pictures)];
}

function plainText(content: OnixElement | undefined): string {
  // Several texts are the same in several languages; the first is the one of the book.
  const [text] = children(content, "Text");
  if (!text) return "";
  if (!text.content.some(isElement)) return textOfHtml(text.text).trim();
  const plain = new PlainText();
  addContent(text, plain);
  return plain.toString();
}

function addContent(element: OnixElement, plain: PlainText) {
  for (const piece of element.content) {
    if (!isElement(piece)) plain.text(piece);
    else {
      plain.open(piece.name);
      addContent(piece, plain);
      plain.close(piece.name);
    }
  }
}

/** The front cover (01) as a picture (03); lists 158 and 159. */
const isPicture = (resource: OnixElement) =>
  textIn(resource, "ResourceContentType") === "01" && textIn(resource, "ResourceMode") === "03";

/** A file to download (02) or a page to link to (01, 03); list 161. Only files are of use. */
const linksOf = (resource: OnixElement) =>
  children(resource, "ResourceVersion")
    .filter((version) => textIn(version, "ResourceForm") === "02")
    .map((version) => textIn(version, "ResourceLink"))
    .filter(Boolean);
