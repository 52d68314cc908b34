import { bookPath } from "~/domain/catalogue/books/book-address";
import { Link } from "react-router";
import { formatDate } from "~/domain/kit/dates";
import { type ModeratedReview, REVIEW_STATE_LABELS } from "~/domain/readers/reviews/moderation";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import type { Column } from "~/ui/admin/lists/data-table";
import { ScreenLink } from "~/ui/admin/frame/rights";
import { EmailText } from "~/ui/kit/email-text";
import { Stars } from "~/ui/store/stars";

export const REVIEW_COLUMNS: Column<ModeratedReview>[] = [
  {
    title: "Book",
    cell: ({ book }) => (
      <>
        <ScreenLink
          to={`/admin/products?edit=${book.id}`}
          dir="auto"
          className="text-accent hover:text-accent-strong row-title underline-offset-3 hover:underline"
          textClass="row-title"
        >
          {book.title}
        </ScreenLink>
        {book.hidden ? (
          <span className="text-muted block text-xs">Hidden book</span>
        ) : (
          <Link to={`${bookPath(book)}?preview=on&tab=reviews`} className="link block w-fit py-1 text-xs">
            In the store<span className="sr-only">: {book.title}</span>
          </Link>
        )}
      </>
    ),
    className: "min-w-52 @max-4xl:basis-full",
  },
  {
    title: "Rating",
    sort: "rating",
    cell: ({ rating }) => <Stars rating={rating} />,
    className: "whitespace-nowrap",
  },
  {
    title: "Remarks",
    cell: ({ remarks }) => (
      <p className="max-w-prose wrap-anywhere whitespace-pre-line" dir="auto">
        {remarks}
      </p>
    ),
    className: "min-w-64 @max-4xl:basis-full",
  },
  {
    title: "Reviewer",
    cell: ({ reviewer }) => (
      <>
        <CustomerLink customer={reviewer} className="hover:text-accent wrap-anywhere hover:underline" />
        {reviewer.email === null ? null : (
          <span className="text-muted block text-xs">
            <EmailText email={reviewer.email} />
          </span>
        )}
      </>
    ),
    className: "min-w-40 @max-md:basis-full @max-4xl:flex-1",
  },
  {
    title: "Date",
    sort: "date",
    cell: ({ writtenAt }) => formatDate(writtenAt),
    className: "whitespace-nowrap tabular-nums",
  },
  {
    title: "State",
    cell: ({ id, hidden, book, reviewer }) => (
      <ConfirmSwitch
        isOn={!hidden}
        name={`Visible: review of ${book.title} by ${reviewer.name}`}
        shown={REVIEW_STATE_LABELS[hidden ? "hidden" : "visible"]}
        confirm={`${hidden ? "show" : "hide"}-${id}`}
      />
    ),
    className: "min-w-28",
  },
];
