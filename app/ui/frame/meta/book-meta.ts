import type { MetaDescriptor } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import type { BookDetails } from "~/domain/catalogue/books/lists/catalogue";
import type { Edition } from "~/domain/catalogue/books/editions";
import { bookData } from "~/domain/catalogue/books/record/structured-data/structured-data";
import { type OfferRules, offerTerms } from "~/domain/sales/checkout/offer-terms";
import { pictureJpeg } from "~/domain/shop/pictures/pictures";
import { shortText } from "~/domain/kit/short-text";
import { pageMeta } from "./page-meta";
import type { Matches } from "./page-title";

/**
 * @param page.pictures below the shop's origin: the preview of the book's link and its cover as a JPEG; null without a
 * cover
 */
export function bookMeta(
  matches: Matches,
  page: {
    book: BookDetails;
    pictures: { preview: string; cover: string } | null;
    isbn13: string | null;
    languageTag: string | null;
    offer: OfferRules;
    editions: Edition[];
  },
): MetaDescriptor[] {
  const { book, pictures, isbn13, languageTag, offer, editions } = page;
  const authors = shortText(book.authors.map((author) => author.name).join(", "), 80);
  return pageMeta(matches, {
    title: authors ? `${book.title} by ${authors}` : book.title,
    description: book.brief,
    path: bookPath(book),
    kind: "book",
    ...(pictures ? { picture: { path: pictures.preview, alt: `Cover of ${book.title}` } } : {}),
    data: import.meta.env.SSR
      ? ({ origin, shop }) =>
          bookData(book, {
            origin,
            shopName: shop.name,
            image: origin + (pictures?.cover ?? "/icons/preview.png"),
            further: book.pictures.map(({ file }) => origin + pictureJpeg(file)),
            isbn13,
            languageTag,
            editions,
            terms: offerTerms(offer, book.salePrice ?? book.price),
          })
      : undefined,
  });
}
