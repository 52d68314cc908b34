import { Form } from "react-router";
import { Button } from "~/ui/kit/button";

/** The button that logs another device out. Posts intent=end with its kind and key. */
export function EndDevice({
  device: { kind, key, name },
}: {
  device: { kind: string; key: string; name: string };
}) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="key" value={key} />
      <Button name="intent" value="end" variant="quiet" size="sm">
        Log out<span className="sr-only">: {name}</span>
      </Button>
    </Form>
  );
}
