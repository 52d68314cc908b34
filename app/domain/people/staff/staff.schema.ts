import { z } from "zod";
import {
  areEqual,
  emailField,
  nameFields,
  passwordPair,
  passwordsMatch,
  tokenField,
} from "../accounts/accounts.schema";
import { ALL_JOBS, EXTRA_RIGHTS } from "~/domain/kit/rights/rights";

const accessFields = {
  job: z.enum(ALL_JOBS, { error: "Please choose a job" }),
  /** Browsers send nothing for boxes that are not ticked. */
  extraRights: z
    .array(z.enum(EXTRA_RIGHTS, { error: "This right cannot be given" }))
    .max(EXTRA_RIGHTS.length)
    .default([]),
};

export const inviteSchema = z.object({ email: emailField, ...nameFields, ...accessFields });

export const accessSchema = z.object(accessFields);

/** What the invited person fills in. */
export const acceptInvitationSchema = z
  .object({ token: tokenField, ...nameFields, ...passwordPair })
  .refine(areEqual, passwordsMatch);
