import { listHref } from "~/domain/kit/listing/listing";
import type { DeliveryMethod } from "~/domain/sales/delivery/plan";
import { useListParams } from "~/ui/admin/lists/list-params";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Notice } from "~/ui/kit/notice";

export function DeleteMethodDialog({
  method,
  version,
  problem,
}: {
  method: DeliveryMethod;
  version: number;
  /** Why it could not be done. */
  problem?: string;
}) {
  return (
    <ConfirmForm
      title="Delete Method"
      closeTo={listHref(useListParams())}
      button={
        <Button name="intent" value="delete" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="id" value={method.id} />
      <input type="hidden" name="version" value={version} />
      {problem ? <Notice kind="error">{problem}</Notice> : null}
      <p className="wrap-anywhere">
        <strong>{method.name}</strong> is no longer offered in this zone. Who has chosen it and not yet
        ordered is asked to choose again. Orders already placed keep what they were promised.
      </p>
    </ConfirmForm>
  );
}
