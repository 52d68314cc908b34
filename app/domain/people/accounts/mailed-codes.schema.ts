import { z } from "zod";
import { appCodeField } from "../factors/factors.schema";
import { forgotPasswordSchema } from "./accounts.schema";

/** The form that asks for a code. */
export const askForCodeSchema = forgotPasswordSchema.extend({ remember: z.boolean().default(false) });

/** The form that the code is typed into. */
export const mailedCodeSchema = z.object({ code: appCodeField });
