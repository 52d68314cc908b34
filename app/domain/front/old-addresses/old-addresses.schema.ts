import { z } from "zod";
import { OLD_ADDRESS_MAX, readLines } from "./old-addresses";

const TOO_LONG = `At most ${OLD_ADDRESS_MAX.text.toLocaleString("en-IN")} characters can be sent at once`;

/** The list of old and new addresses as staff type or paste it. @param origin of the shop */
export const oldAddressesSchema = (origin: string) =>
  z.object({
    lines: z
      .string({ error: "Old and new addresses are required" })
      .max(OLD_ADDRESS_MAX.text, { error: TOO_LONG, abort: true })
      .transform((text, context) => {
        const read = readLines(text, origin);
        const refuse = (message: string) => context.addIssue({ code: "custom", message });
        if ("problems" in read) {
          for (const { line, problem } of read.problems) refuse(`Line ${line} ${problem}`);
          if (read.more > 0) refuse(`${read.more} more lines cannot be read`);
          return z.NEVER;
        }
        if (read.addresses.size === 0) refuse("Old and new addresses are required");
        if (read.addresses.size > OLD_ADDRESS_MAX.lines)
          refuse(`At most ${OLD_ADDRESS_MAX.lines} addresses can be sent at once`);
        return read.addresses;
      }),
  });
