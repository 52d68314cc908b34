import { Link } from "react-router";
import { formatDate } from "~/domain/dates";
import { type ModeratedReview, REVIEW_STATE_LABELS } from "~/domain/reviews/moderation";
import { ConfirmSwitch } from "~/ui/admin/confirm-switch";
import type { Column } from "~/ui/admin/data-table";
import { EmailText } from "~/ui/account/email-text";
import { Stars } from "~/ui/stars";

export const REVIEW_COLUMNS: Column<ModeratedReview>[] = [
  {
    title: "Book",
    cell: ({ book }) => (
      <>
        <Link to={`/admin/products?edit=${book.id}`} className="link font-semibold wrap-anywhere">
          {book.title}
        </Link>
        {book.hidden ? (
          <span className="text-muted block text-sm">Hidden book</span>
        ) : (
          <Link to={`/books/${book.id}?preview=on&tab=reviews`} className="link block w-fit py-1 text-sm">
            In the store<span className="sr-only">: {book.title}</span>
          </Link>
        )}
      </>
    ),
    className: "min-w-40",
  },
  {
    title: "Rating",
    sort: "rating",
    cell: ({ rating }) => <Stars rating={rating} />,
    className: "whitespace-nowrap",
  },
  {
    title: "Remarks",
    cell: ({ remarks }) => <p className="max-w-prose wrap-anywhere whitespace-pre-line">{remarks}</p>,
    className: "min-w-64",
  },
  {
    title: "Reviewer",
    cell: ({ reviewer }) => (
      <>
        <Link to={`/admin/customers/${reviewer.id}`} className="link wrap-anywhere">
          {reviewer.name}
        </Link>
        <span className="text-muted block text-sm">
          <EmailText email={reviewer.email} />
        </span>
      </>
    ),
    className: "min-w-44",
  },
  {
    title: "Date",
    sort: "date",
    cell: ({ writtenAt }) => formatDate(writtenAt),
    className: "whitespace-nowrap",
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
  },
];
