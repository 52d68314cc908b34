import type { AuditEntry } from "~/domain/kit/audit/audit";
import type { ModeratedReview } from "~/domain/readers/reviews/moderation";
import { DialogHistory } from "~/ui/admin/forms/history";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { FormErrorSummary } from "~/ui/kit/field";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Stars } from "~/ui/store/stars";

/** The confirmation before a review is hidden or shown, with its text and the history of its changes. */
export function ReviewDialog({
  review,
  audit,
  error,
  closeTo,
}: {
  review: ModeratedReview;
  audit: AuditEntry[];
  error?: string;
  closeTo: string;
}) {
  const verb = review.hidden ? "Show" : "Hide";
  return (
    <ConfirmForm
      title={`${verb} Review`}
      closeTo={closeTo}
      button={
        <Button
          name="state"
          value={review.hidden ? "visible" : "hidden"}
          variant={review.hidden ? "primary" : "danger"}
        >
          {verb}
        </Button>
      }
      below={<DialogHistory entries={audit} />}
    >
      <input type="hidden" name="id" value={review.id} />
      <input type="hidden" name="readAt" value={review.writtenAt} />
      <FormErrorSummary errors={error ? [error] : []} />
      <p>
        {review.hidden
          ? "It appears on the book's page again and counts in its rating."
          : "It disappears from the book's page at once and no longer counts in its rating. If the customer rewrites it, it stays hidden."}
      </p>
      <blockquote className="border-line grid gap-1 border-l-2 pl-4">
        <p className="wrap-anywhere">
          <strong dir="auto">{review.book.title}</strong> <Stars rating={review.rating} />
        </p>
        <p className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line" dir="auto">
          {review.remarks}
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          <bdi>{review.reviewer.name}</bdi>
          {review.reviewer.email === null ? null : (
            <>
              , <EmailText email={review.reviewer.email} />
            </>
          )}
        </p>
      </blockquote>
    </ConfirmForm>
  );
}
