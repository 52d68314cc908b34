import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { type BookCard, HOME_BOOKS, HOME_CATEGORIES, type TagCount } from "~/domain/catalogue/catalogue";
import { featuredBooks, listTags } from "~/domain/catalogue/catalogue.server";
import { NEWSLETTER_WORDS } from "~/domain/newsletter/words";
import { BookGrid } from "~/ui/store/book-grid";
import { BOOK_WORDS } from "~/ui/store/book-words";
import words from "~/ui/store/book-words.svg?url&no-inline";
import { ButtonLink } from "~/ui/kit/button";
import { Cover } from "~/ui/store/cover";
import { NewsletterForm } from "~/ui/store/newsletter-form";
import { homeMeta } from "~/ui/frame/page-meta";
import styles from "~/styles/home.css?url";
import type { Route } from "./+types/home";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return homeMeta(matches);
}

export async function loader() {
  const tags = await listTags(readDb);
  // The categories with the most books, in alphabetical order.
  const fullest = new Set([...tags].sort((a, b) => b.count - a.count).slice(0, HOME_CATEGORIES));
  return {
    books: await featuredBooks(readDb, HOME_BOOKS),
    // Without their ids: on a first visit each byte counts (docs/decisions/0012-light-pages.md).
    categories: tags.filter((tag) => fullest.has(tag)).map(({ name, count }) => ({ name, count })),
  };
}

export default function Home({ loaderData: { books, categories } }: Route.ComponentProps) {
  return (
    <>
      <Hero books={books.slice(0, 3)} />
      <Blurbs />
      {books.length > 0 ? (
        <section aria-labelledby="featured" className="page">
          <div className="part-head">
            <h2 id="featured">Featured Books</h2>
            <Link to="/books" className="link">
              All Books
            </Link>
          </div>
          <BookGrid books={books} />
        </section>
      ) : null}
      {categories.length > 0 ? <Subjects categories={categories} /> : null}
      <section aria-labelledby="newsletter" className="letters">
        <div className="page">
          <div>
            <h2 id="newsletter">Letters about books</h2>
            <p>{NEWSLETTER_WORDS}</p>
          </div>
          <NewsletterForm />
        </div>
      </section>
    </>
  );
}

/** The heading beside three covers; below it the word for 'book' in the languages of India. */
function Hero({ books }: { books: BookCard[] }) {
  return (
    <section className="hero page">
      <div>
        <h1>Every language here has a book for you</h1>
        <p>
          Novels, poems, plays and the tales grandmothers tell, from every corner of the country, sent to your
          door.
        </p>
        <ButtonLink to="/books">Browse Books</ButtonLink>
      </div>
      <div className="ledge">
        {books.map((book, index) => (
          <Link key={book.id} to={`/books/${book.id}`} className="book-cover">
            <Cover
              cover={book.cover}
              title={book.title}
              sizes={index === 0 ? "(min-width: 48rem) 17rem, 40vw" : "(min-width: 48rem) 12rem, 28vw"}
              priority={index === 0}
            />
          </Link>
        ))}
      </div>
      <p className="words">
        {BOOK_WORDS.map(({ lang, word, width }) => (
          <svg key={lang} role="img" aria-label={word} lang={lang} viewBox={`0 0 ${width} 200`}>
            <use href={`${words}#${lang}`} />
          </svg>
        ))}
      </p>
    </section>
  );
}

const BLURBS = [
  {
    title: "Wide selection",
    text: "From epics to essays, in the languages of India, for every age of reader.",
  },
  { title: "Easy checkout", text: "Pay by card, UPI or net banking, and follow your parcel to the door." },
  {
    title: "Personalised recommendations",
    text: "Each book's page shows others that its readers bought. We keep no profile of you.",
  },
];

function Blurbs() {
  return (
    <section aria-label="Why shop here" className="page">
      <ul className="blurbs">
        {BLURBS.map((blurb) => (
          <li key={blurb.title}>
            <h2>{blurb.title}</h2>
            <p>{blurb.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The categories, set as one large paragraph. */
function Subjects({ categories }: { categories: Pick<TagCount, "name" | "count">[] }) {
  return (
    <section aria-labelledby="subjects" className="page">
      <div className="part-head">
        <h2 id="subjects">Categories</h2>
        <Link to="/categories" className="link">
          All Categories
        </Link>
      </div>
      <ul className="subjects">
        {categories.map((tag) => (
          <li key={tag.name}>
            <Link to={`/books?${new URLSearchParams({ tag: tag.name })}`}>
              <bdi>{tag.name}</bdi>
              <small>
                {tag.count}
                <span className="sr-only">{tag.count === 1 ? " book" : " books"}</span>
              </small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
