import { z } from "zod";
import { asciiDigits } from "~/domain/kit/digits";
import { parseId } from "~/domain/kit/ids";
import { LABEL_SIZES, type LabelSize, MOST_IN_FILE, PAPER_KINDS } from "./papers";

const IDS_MESSAGE = `ids must name 1 to ${MOST_IN_FILE} orders, separated by commas`;
/** A number of 15 digits and a comma for each. */
const IDS_LENGTH = MOST_IN_FILE * 16;

/** Which paper for which orders: the query of the file in the back office and in the API. */
export const paperQuery = z.object({
  kind: z.enum(PAPER_KINDS),
  ids: z
    .string()
    .max(IDS_LENGTH, IDS_MESSAGE)
    .transform((typed, context) => {
      const ids = asciiDigits(typed)
        .split(",")
        .map((id) => parseId(id.trim()));
      const known = [...new Set(ids.filter((id) => id !== null))];
      if (!ids.includes(null) && known.length <= MOST_IN_FILE) return known;
      context.addIssue({ code: "custom", message: IDS_MESSAGE });
      return z.NEVER;
    })
    .meta({
      description: `The orders' ids, separated by commas, at most ${MOST_IN_FILE}. The file has them in this sequence.`,
      override: { type: "string", maxLength: IDS_LENGTH },
      param: { example: "1" },
    }),
  size: z
    .enum(Object.keys(LABEL_SIZES) as [LabelSize, ...LabelSize[]])
    .default("4x6")
    .meta({ description: "Of labels: one on a sheet of 4 × 6 inches, or four on an A4 sheet." }),
});

export type PaperRequest = z.output<typeof paperQuery>;
