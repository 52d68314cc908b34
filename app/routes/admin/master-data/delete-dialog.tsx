import { useSearchParams } from "react-router";
import { listHref } from "~/domain/listing/listing";
import { type MasterDataEntity, type NamedRow, usedBy } from "~/domain/master-data/master-data";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** The confirmation before a name that nothing uses is deleted. */
export function DeleteDialog({ entity, row }: { entity: MasterDataEntity; row: NamedRow }) {
  const [params] = useSearchParams();
  return (
    <ConfirmForm
      title={`Delete ${entity.label}`}
      closeTo={listHref(params)}
      button={
        <Button name="intent" value="delete" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="id" value={row.id} />
      <p className="wrap-anywhere">
        <strong dir="auto">{row.name}</strong> is deleted for good. That is possible only while no{" "}
        {usedBy(entity)} name it.
      </p>
    </ConfirmForm>
  );
}
