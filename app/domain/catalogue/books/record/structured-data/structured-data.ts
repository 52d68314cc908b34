import { bookPath } from "~/domain/catalogue/books/book-address";
import type { BookDetails } from "~/domain/catalogue/books/lists/catalogue";
import { workData } from "./structured-editions";
import type { Edition } from "~/domain/catalogue/books/editions";
import { namePath } from "~/domain/catalogue/names/name-address";
import { personData, recordData } from "./structured-record";

// Structured data for search engines (schema.org, as JSON-LD). Browser-safe: the head is rendered on both sides.

type Data = Record<string, unknown>;

/**
 * A book's page: the book as a work and as a product, and its breadcrumbs. Unknown fields are left out.
 * @param page.origin the shop's public origin
 * @param page.image absolute; the cover, or the shop's own picture; `page.further`: the book's further pictures
 * @param page.isbn13 a valid one; null otherwise
 * @param page.languageTag BCP 47
 */
export function bookData(
  book: BookDetails,
  page: {
    origin: string;
    shopName: string;
    image: string;
    further?: string[];
    isbn13: string | null;
    languageTag: string | null;
    /** The editions of the work; empty without others. */
    editions?: Edition[];
    /** Delivery and returns, as properties of the offer. */
    terms?: Data;
  },
): Data {
  const url = page.origin + bookPath(book);
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": ["Book", "Product"],
        "@id": `${url}#book`,
        url,
        name: book.title,
        image: page.further?.length ? [page.image, ...page.further] : page.image,
        description: book.brief,
        ...someOf("author", book.authors, (author) => personData(author, page.origin)),
        publisher: {
          "@type": "Organization",
          name: book.publisher.name,
          url: page.origin + namePath("publishers", book.publisher),
        },
        ...(page.languageTag ? { inLanguage: page.languageTag } : {}),
        ...(page.isbn13 ? { isbn: page.isbn13, gtin13: page.isbn13 } : {}),
        ...(book.pageCount ? { numberOfPages: book.pageCount } : {}),
        ...(book.publishedOn ? { datePublished: book.publishedOn } : {}),
        ...someOf("genre", book.tags, ({ name }) => name),
        ...recordData(book, page.origin),
        ...workData(book, page.editions ?? [], page.origin),
        ...(book.ratingCount > 0
          ? {
              aggregateRating: {
                "@type": "AggregateRating",
                ratingValue: Math.round(book.rating * 10) / 10,
                reviewCount: book.ratingCount,
              },
            }
          : {}),
        offers: {
          "@type": "Offer",
          url,
          price: ((book.salePrice ?? book.price) / 100).toFixed(2),
          priceCurrency: "INR",
          ...(book.saleEndsOn && { priceValidUntil: book.saleEndsOn }),
          ...availabilityData(book),
          itemCondition: "https://schema.org/NewCondition",
          seller: { "@type": "Organization", name: page.shopName },
          ...page.terms,
        },
      },
      breadcrumbs(page.origin, [
        { name: "Home", path: "/" },
        { name: "Books", path: "/books" },
        { name: book.title, path: bookPath(book) },
      ]),
    ],
  };
}

/** A pre-order has the day on which it is sent. */
function availabilityData({ stock, forthcoming, isOutOfPrint }: BookDetails): Data {
  const name =
    (isOutOfPrint && "Discontinued") ||
    (stock === 0 && "OutOfStock") ||
    (forthcoming ? "PreOrder" : "InStock");
  return {
    availability: `https://schema.org/${name}`,
    ...(forthcoming?.releasedOn && { availabilityStarts: forthcoming.releasedOn }),
  };
}

/** The home page: the shop's name. A SearchAction is left out, since search engines no longer use it. */
export function shopData(shop: { origin: string; name: string }): Data {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: shop.name,
    url: `${shop.origin}/`,
  };
}

/** The way to a page, for search engines. @param steps from the home page on, with paths of the shop */
export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): Data {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

/** An empty object for an empty list. */
const someOf = <T>(key: string, all: T[], each: (one: T) => unknown): Data =>
  all.length > 0 ? { [key]: all.map(each) } : {};
