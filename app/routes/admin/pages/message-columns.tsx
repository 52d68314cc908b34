import { Form, Link, useSearchParams } from "react-router";
import { complaintNumber, settleBy } from "~/domain/front/complaints/complaints";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { MESSAGE_STATES, type StaffMessage } from "~/domain/front/pages/staff-messages";
import type { Column } from "~/ui/admin/lists/data-table";
import { LongText } from "~/ui/admin/forms/long-text";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { EmailText } from "~/ui/kit/email-text";

export const MESSAGE_COLUMNS: Column<StaffMessage>[] = [
  {
    title: "Sent",
    cell: ({ sentAt }) => <time dateTime={sentAt}>{formatDateTime(sentAt)}</time>,
    className: "whitespace-nowrap tabular-nums align-top @max-4xl:basis-full",
  },
  {
    title: "From",
    cell: (message) => <Sender {...message} />,
    className: "min-w-44 max-w-64 align-top @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Message",
    cell: ({ message }) => (
      <div className="wrap-anywhere whitespace-pre-line" dir="auto">
        <LongText>{message}</LongText>
      </div>
    ),
    className: "min-w-64 align-top @max-4xl:basis-full",
  },
  {
    title: "State",
    cell: (message) => <State {...message} />,
    className: "min-w-28 align-top",
  },
  {
    title: "Actions",
    cell: (message) => <Actions {...message} />,
    className: "min-w-40 align-top @max-4xl:basis-full",
  },
];

function State({ answeredAt, answeredBy, ...message }: StaffMessage) {
  return (
    <>
      {message.isComplaint ? (
        <span className={`block font-semibold ${message.isLate ? "text-bad" : ""}`}>
          Complaint {complaintNumber(message.id)}
          {message.isLate ? ", late" : ""}
        </span>
      ) : null}
      {answeredAt === null ? (
        <span className="text-accent font-semibold">{MESSAGE_STATES.open}</span>
      ) : (
        <>
          {MESSAGE_STATES.answered}
          <span className="text-muted block text-xs">
            {answeredBy ? `${answeredBy}, ` : ""}
            {formatDateTime(answeredAt)}
          </span>
        </>
      )}
      {message.isComplaint && answeredAt === null ? (
        <span className="text-muted block text-xs">
          {message.acknowledgedAt === null
            ? "Receipt not confirmed"
            : `Confirmed ${formatDate(message.acknowledgedAt)}`}
          . Settle by {formatDate(settleBy(message.sentAt))}
        </span>
      ) : null}
    </>
  );
}

function Sender({ name, email, orderNumber, orderId }: StaffMessage) {
  const subject = orderNumber ? `Your message about order ${orderNumber}` : "Your message";
  return (
    <>
      <span className="font-semibold wrap-anywhere" dir="auto">
        {name}
      </span>
      <a className="link block w-fit" href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>
        <EmailText email={email} />
      </a>
      {orderId !== null ? (
        <ScreenLink to={`/admin/orders/${orderId}`} className="link">
          Order #{orderId}
        </ScreenLink>
      ) : orderNumber ? (
        <span className="text-muted wrap-anywhere">Order “{orderNumber}”</span>
      ) : null}
    </>
  );
}

function Actions({ id, name, answeredAt, isComplaint, acknowledgedAt, asksForCopies }: StaffMessage) {
  const [params] = useSearchParams();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      {asksForCopies ? (
        <IfMay right="dispatch">
          <Link to={`/admin/orders/new?message=${id}`} className="row-link">
            Make a quotation<span className="sr-only"> for {name}</span>
          </Link>
        </IfMay>
      ) : null}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <button
          name="intent"
          value={answeredAt === null ? "answered" : "open"}
          className="row-link text-left"
        >
          {answeredAt === null ? "Mark as answered" : "Mark as not answered"}
          <span className="sr-only">: {name}</span>
        </button>
      </Form>
      {isComplaint && acknowledgedAt !== null ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <button name="intent" value="complaint" className="row-link text-left">
            {isComplaint ? "Confirm the receipt" : "Mark as complaint"}
            <span className="sr-only">: {name}</span>
          </button>
        </Form>
      )}
      <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
        Delete<span className="sr-only"> the message of {name}</span>
      </Link>
    </div>
  );
}
