import type { Submission } from "@conform-to/react";
import { data } from "react-router";
import { isDatabaseAway } from "~/db/database.server";
import { logger } from "~/platform/logger.server";
import { tooManyTries } from "./rate-limit.server";

type Reply = Pick<Submission<unknown, string[], unknown>, "reply">;
type Problem = NonNullable<Parameters<Reply["reply"]>[0]>;

/**
 * The ways to answer a form that was not taken: the page comes back with what was typed.
 * @param secrets fields that do not come back, such as passwords
 */
export function formRefusal(submission: Reply, secrets: string[] = []) {
  const refuse = (status: number, problem: Problem = {}, headers?: HeadersInit) =>
    data({ result: submission.reply({ ...problem, hideFields: secrets }) }, { status, headers });
  const busy = (message: string) => refuse(503, { formErrors: [message] }, { "Retry-After": "5" });
  return {
    /** As the schema found it, or with a problem found later. */
    invalid: (problem?: Problem) => refuse(400, problem),
    /** At one field. */
    field: (name: string, message: string) => refuse(400, { fieldErrors: { [name]: [message] } }),
    form: (message: string) => refuse(400, { formErrors: [message] }),
    tooMany: ({ retryAfterSeconds: seconds }: { retryAfterSeconds: number }) =>
      refuse(429, { formErrors: [tooManyTries(seconds)] }, { "Retry-After": String(seconds) }),
    busy,
    /** Does it; when the database cannot take part (locked, disk full), the form comes back with the message. */
    async unlessAway<Done>(message: string, deed: () => Promise<Done>) {
      try {
        return await deed();
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        logger.error({ err: error }, "a form could not be saved");
        return busy(message);
      }
    },
  };
}
