import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { profileSchema } from "~/domain/people/accounts/accounts.schema";
import { readProfile, updateProfile } from "~/domain/people/accounts/profile.server";
import { done, operation, resultSchema } from "~/api/operation.server";

const tag = "Profile";
const access = "customer";

const profileJson = z
  .object({
    firstName: z.string().meta({ examples: ["Asha"] }),
    lastName: z.string().meta({ examples: ["Rao"] }),
    email: z.string().meta({ examples: ["asha@example.com"] }),
    emailConfirmed: z.boolean().meta({ examples: [true] }),
    newEmail: z
      .string()
      .nullable()
      .meta({ description: "A new address that is not confirmed yet.", examples: [null] }),
    showRecommendations: z.boolean().meta({ description: "Whether pages suggest books.", examples: [true] }),
  })
  .meta({ id: "Profile" });

/** A customer's own account. */
export const profile = [
  operation({
    method: "GET",
    path: "/customer/profile",
    tag,
    summary: "My name, address and preferences",
    access,
    answer: profileJson,
    handle: ({ caller: { account } }) => readProfile(readDb, account!.id),
  }),

  operation({
    method: "POST",
    path: "/customer/profile",
    tag,
    summary: "Change my name or preferences",
    description: "Fields that are left out are not changed.",
    access,
    body: profileSchema,
    answer: resultSchema,
    async handle({ body, caller: { account } }) {
      await updateProfile(writeDb, account!.id, body);
      return done("Your profile has been saved");
    },
  }),
];
