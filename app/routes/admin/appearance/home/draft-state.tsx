import { Form, Link, useNavigation } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import type { Draft } from "~/domain/front/home/draft.server";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";

export const PREVIEW = "/admin/appearance/preview";

/** Whether the draft differs from what visitors see, with the buttons that publish and discard it. */
export function DraftState({ changes, version, changed }: Omit<Draft, "blocks">) {
  const { state, formData } = useNavigation();
  const preview = (
    <Link to={PREVIEW} className="link">
      Preview of the page
    </Link>
  );
  if (changes.length === 0) {
    return (
      <Notice isSilent>
        Visitors see the page as it is here. What you change becomes a draft, which only staff see until you
        publish it. {preview}
      </Notice>
    );
  }
  return (
    <section
      aria-labelledby="draft"
      className="border-line-strong bg-sunken grid gap-3 rounded-md border p-4"
    >
      <h2 id="draft" className="text-lg">
        Not published yet
      </h2>
      <ul className="list-disc pl-5 text-sm">
        {changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      {changed ? (
        <p className="text-muted text-sm">
          Last changed by {changed.who ?? "a former member of staff"} ·{" "}
          <time dateTime={changed.at}>{formatDateTime(changed.at)}</time>
        </p>
      ) : null}
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-3">
        <input type="hidden" name="version" value={version} />
        <Button
          name="intent"
          value="publish"
          isBusy={state !== "idle" && formData?.get("intent") === "publish"}
        >
          Publish
        </Button>
        <ButtonLink to="?confirm=discard-1" preventScrollReset variant="quiet">
          Discard…
        </ButtonLink>
        {preview}
      </Form>
    </section>
  );
}
