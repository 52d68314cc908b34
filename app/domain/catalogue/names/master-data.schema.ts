import { z } from "zod";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { typedText } from "~/domain/kit/typed-text";
import { cleanName } from "./names";

/** The schema of a name; gives the name as it is stored. */
export function nameSchema({ required, max, tooLong }: MasterDataEntity) {
  return typedText(max, tooLong, required)
    .transform(cleanName)
    .pipe(z.string({ error: required }).max(max, tooLong).min(1, required));
}

/** The schema of an entity's form, which has one field. */
export function masterDataSchema(entity: MasterDataEntity) {
  return z.object({ name: nameSchema(entity) });
}
