import { Form } from "react-router";
import { type NoticeChoice, NOTICES } from "~/domain/shop/notices/notices";
import { Button } from "~/ui/kit/button";
import { CheckboxField } from "~/ui/kit/field";

/** What a member of staff is told about by email. Posts intent=save-notices. */
export function NoticeForm({ choices }: { choices: NoticeChoice[] }) {
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <fieldset className="grid grid-cols-1 gap-4">
        <legend className="mb-3 font-semibold">Send a mail about</legend>
        {choices.map(({ event, wanted }) => (
          <CheckboxField
            key={event}
            label={NOTICES[event].label}
            hint={NOTICES[event].hint}
            name="wanted"
            value={event}
            defaultChecked={wanted}
          />
        ))}
      </fieldset>
      {/* What was ticked when the form was opened: only changes are saved. */}
      {choices
        .filter(({ wanted }) => wanted)
        .map(({ event }) => (
          <input key={event} type="hidden" name="shown" value={event} />
        ))}
      <Button name="intent" value="save-notices" className="justify-self-start">
        Save
      </Button>
    </Form>
  );
}
