import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useRefusalToast } from "~/ui/frame/toasts/refusal-toast";
import { Button } from "~/ui/kit/button";
import { FormErrorSummary, TextAreaField } from "~/ui/kit/field";
import { FieldErrors } from "~/ui/kit/field-errors";
import { useStashedForm } from "~/ui/kit/stashed-fields";
import { SpamGuard } from "~/ui/kit/spam-guard";
import { Notice } from "~/ui/kit/notice";
import { TypedBy } from "~/ui/kit/typed-by";

export interface ReviewAnswer {
  errors: Record<string, string[] | null>;
  /** What was typed. */
  rating: string;
  remarks: string;
}

const WORDS = ["Poor", "Fair", "Good", "Very good", "Excellent"];

/**
 * @param own the customer's earlier review, which this one replaces
 * @param saved the message of a review just saved
 */
export function ReviewForm({
  action,
  own,
  answer,
  saved,
}: {
  action: string;
  own: { rating: number; remarks: string } | null;
  answer?: ReviewAnswer;
  saved?: string;
}) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().formAction?.startsWith(action.split("?")[0]!) ?? false;
  useEffect(() => {
    if (answer)
      form.current?.querySelector<HTMLElement>("[aria-invalid] input, textarea[aria-invalid]")?.focus();
  }, [answer]);
  useRefusalToast(answer);
  const stashed = useStashedForm();
  const ratingErrors = answer?.errors.rating ?? undefined;
  const remarksErrors = answer?.errors.remarks ?? undefined;
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      preventScrollReset
      className="panel grid max-w-xl gap-4"
    >
      <h3 className="text-xl">{own ? "Your review" : "Write a review"}</h3>
      {saved ? (
        <Notice kind="success" isSilent>
          {saved}
        </Notice>
      ) : null}
      <FormErrorSummary
        errors={answer?.errors[""] ?? undefined}
        fields={[
          { id: "review-rating-1", errors: ratingErrors },
          { id: "review-remarks", errors: remarksErrors },
        ]}
      />
      <RatingField
        value={Number(answer?.rating ?? stashed?.fields.rating?.[0] ?? own?.rating)}
        errors={ratingErrors}
      />
      <TextAreaField
        label="Remarks"
        name="remarks"
        id="review-remarks"
        required
        minLength={3}
        maxLength={500}
        defaultValue={answer?.remarks ?? own?.remarks}
        errors={remarksErrors}
        autoFocus={Boolean(remarksErrors && !ratingErrors)}
        hint="3 to 500 characters. Shown with your first name and the initial of your last name."
      />
      <SpamGuard />
      <TypedBy />
      <Button name="intent" value="review" className="justify-self-start" isBusy={isBusy}>
        {own ? "Update Review" : "Submit Review"}
      </Button>
    </Form>
  );
}

/** Five radio buttons that look like stars; arrow keys move between them as between any radio buttons. */
function RatingField({ value, errors }: { value?: number; errors?: string[] }) {
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={errors ? true : undefined}
      aria-describedby={errors ? "review-rating-error" : undefined}
    >
      <legend className="font-semibold">Rating</legend>
      <div className="rating">
        {WORDS.map((word, index) => (
          <label key={word}>
            <input
              type="radio"
              id={`review-rating-${index + 1}`}
              name="rating"
              value={index + 1}
              defaultChecked={value === index + 1}
              required
              autoFocus={Boolean(errors && index === 0)}
            />
            <span aria-hidden="true">★</span>
            <span className="sr-only">
              {index + 1} out of 5: {word}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors id="review-rating" errors={errors} />
    </fieldset>
  );
}
