import { type MasterDataEntity, type NamedRow, usedBy } from "~/domain/kit/master-data";
import { DeleteForm } from "~/ui/admin/lists/list-page";

/** The confirmation before a name that nothing uses is deleted. */
export function DeleteDialog({ entity, row }: { entity: MasterDataEntity; row: NamedRow }) {
  return (
    <DeleteForm title={`Delete ${entity.label}`} id={row.id}>
      <strong dir="auto">{row.name}</strong> is deleted for good. That is possible only while no{" "}
      {usedBy(entity)} name it.
    </DeleteForm>
  );
}
