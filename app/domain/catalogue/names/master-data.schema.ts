import { z } from "zod";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { typedText } from "~/domain/kit/typed-text";
import { cleanName } from "./names";
import { TRACKING_PAGE_MAX, trackingPageProblem } from "./tracking-page";

/** The schema of a name; gives the name as it is stored. */
export function nameSchema({ required, max, tooLong }: MasterDataEntity) {
  return typedText(max, tooLong, required)
    .transform(cleanName)
    .pipe(z.string({ error: required }).max(max, tooLong).min(1, required));
}

/** A carrier's page for its parcels, as it is stored; "": none. */
export const trackingPageSchema = typedText(
  TRACKING_PAGE_MAX,
  `Tracking page must be ${TRACKING_PAGE_MAX} characters or less`,
)
  .trim()
  .superRefine((page, context) => {
    const problem = page === "" ? null : trackingPageProblem(page);
    if (problem) context.addIssue({ code: "custom", message: problem });
  });

/** The schema of an entity's form: its name, and of a carrier the page for its parcels. */
export function masterDataSchema(entity: MasterDataEntity) {
  return z.object({ name: nameSchema(entity), trackingPage: trackingPageSchema.optional() });
}
