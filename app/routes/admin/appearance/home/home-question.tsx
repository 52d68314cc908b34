import { formatDateTime } from "~/domain/kit/dates";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

type Asked =
  | { action: "remove"; id: number; name: string; revision: number }
  | { action: "restore"; id: number; at: string }
  | { action: "discard" }
  | { action: "first" };

/** The question before a block is removed, the draft discarded or an earlier version brought back. */
export function HomeQuestion({
  asked,
  changes,
  version,
  closeTo,
}: {
  asked: Asked;
  changes: string[];
  /** Of the draft. */
  version: number;
  closeTo: string;
}) {
  if (asked.action === "remove") {
    return (
      <ConfirmForm
        title="Remove this block?"
        closeTo={closeTo}
        action="/admin/appearance"
        button={
          <Button name="intent" value="remove" variant="danger">
            Remove
          </Button>
        }
      >
        <input type="hidden" name="id" value={asked.id} />
        <input type="hidden" name="version" value={asked.revision} />
        <p className="wrap-anywhere">
          {asked.name} is taken out of the draft. Visitors see it until you publish. To keep it for later,
          hide it instead.
        </p>
      </ConfirmForm>
    );
  }
  if (asked.action === "discard") {
    return (
      <ConfirmForm
        title="Discard the draft?"
        closeTo={closeTo}
        action="/admin/appearance"
        button={
          <Button name="intent" value="discard" variant="danger">
            Discard
          </Button>
        }
      >
        <input type="hidden" name="version" value={version} />
        <p>These changes, by whomever of the staff, are lost. Visitors notice nothing.</p>
        <Changes changes={changes} />
      </ConfirmForm>
    );
  }
  return (
    <ConfirmForm
      title="Bring this version back?"
      closeTo={closeTo}
      action="/admin/appearance"
      button={
        <Button name="intent" value={asked.action}>
          Bring Back
        </Button>
      }
    >
      {asked.action === "restore" ? <input type="hidden" name="id" value={asked.id} /> : null}
      <input type="hidden" name="version" value={version} />
      <p>
        {asked.action === "restore" ? `The page of ${formatDateTime(asked.at)}` : "The page as the shop came"}{" "}
        becomes the draft. Visitors see it when you publish it.
      </p>
      {changes.length > 0 ? (
        <>
          <p>It replaces the draft that there is:</p>
          <Changes changes={changes} />
        </>
      ) : null}
    </ConfirmForm>
  );
}

function Changes({ changes }: { changes: string[] }) {
  return (
    <ul className="list-disc pl-5 text-sm">
      {changes.map((change) => (
        <li key={change} className="wrap-anywhere">
          {change}
        </li>
      ))}
    </ul>
  );
}
