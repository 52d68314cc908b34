import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { type BookCard, HOME_BOOKS } from "~/domain/catalog/catalog";
import { featuredBooks } from "~/domain/catalog/catalog.server";
import { NEWSLETTER_WORDS } from "~/domain/newsletter/words";
import { BookGrid } from "~/ui/book-grid";
import { ButtonLink } from "~/ui/button";
import { Cover } from "~/ui/cover";
import { NewsletterForm } from "~/ui/newsletter-form";
import { homeMeta } from "~/ui/page-meta";
import type { Route } from "./+types/home";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return homeMeta(matches);
}

export async function loader() {
  return { books: await featuredBooks(readDb, HOME_BOOKS) };
}

export default function Home({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <>
      <Hero books={books} />
      <Blurbs />
      {books.length > 0 ? (
        <section aria-labelledby="featured" className="page">
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 id="featured" className="text-2xl md:text-3xl">
              Featured Books
            </h2>
            <Link to="/books" className="link inline-flex min-h-8 items-center">
              All Books
            </Link>
          </div>
          <BookGrid books={books} />
        </section>
      ) : null}
      <section aria-labelledby="newsletter" className="page">
        <div className="panel grid items-center gap-6 md:grid-cols-2 md:p-10!">
          <div>
            <h2 id="newsletter" className="mb-2 text-2xl">
              Letters about books
            </h2>
            <p className="text-muted">{NEWSLETTER_WORDS}</p>
          </div>
          <NewsletterForm />
        </div>
      </section>
    </>
  );
}

function Hero({ books }: { books: BookCard[] }) {
  return (
    <section className="page grid items-center gap-8 md:grid-cols-[1.1fr_1fr] md:gap-12">
      <div className="grid justify-items-start gap-5">
        <h1 className="text-4xl md:text-5xl lg:text-6xl">Every language here has a book for you</h1>
        <p className="text-muted max-w-prose text-lg">
          Novels, poems, plays and the tales grandmothers tell, from every corner of the country, sent to your
          door.
        </p>
        <ButtonLink to="/books">Browse Books</ButtonLink>
      </div>
      <Fan books={books.slice(0, 3)} />
    </section>
  );
}

/** The first covers, laid out as on a table; the middle one lies on top and is the page's largest picture. */
function Fan({ books }: { books: BookCard[] }) {
  const places = ["z-1", "-rotate-6 -mr-[14%] order-first", "rotate-6 -ml-[14%]"];
  return (
    <div className="flex items-center justify-center px-4 py-4">
      {books.map((book, index) => (
        <Link
          key={book.id}
          to={`/books/${book.id}`}
          className={`book-cover relative block w-[42%] max-w-52 ${places[index]} transition-transform hover:z-2 hover:scale-105`}
        >
          <Cover
            cover={book.cover}
            title={book.title}
            sizes="(min-width: 40rem) 13rem, 40vw"
            priority={index === 0}
          />
        </Link>
      ))}
    </div>
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
    text: "Tell us what you liked, and find the next book beside it.",
  },
];

function Blurbs() {
  return (
    <section aria-label="Why shop here" className="border-line bg-card border-y">
      <ul className="divide-line mx-auto grid max-w-6xl px-4 py-2 max-md:divide-y sm:px-6 md:grid-cols-3 md:divide-x md:py-8">
        {BLURBS.map((blurb) => (
          <li key={blurb.title} className="py-5 md:px-8 md:py-2 md:first:pl-0 md:last:pr-0">
            <h2 className="mb-1 text-xl">{blurb.title}</h2>
            <p className="text-muted">{blurb.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
