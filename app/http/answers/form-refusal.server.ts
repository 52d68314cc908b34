import type { Submission } from "@conform-to/react";
import { data } from "react-router";
import { isDatabaseAway } from "~/db/database.server";
import { isDiskFull } from "~/db/health/disk-full";
import { DISK_FULL } from "~/domain/kit/failures";
import { NOT_OURS } from "~/page-data/spam-guard";
import { logger } from "~/platform/logger.server";
import { tooManyTries } from "~/http/request/limits/rate-limit.server";

type Reply = Pick<Submission<unknown, string[], unknown>, "reply">;
type Problem = NonNullable<Parameters<Reply["reply"]>[0]>;

/** What a limit answers; its own message replaces `tooManyTries`. */
export interface LimitRefusal {
  retryAfterSeconds: number;
  message?: string;
}

/**
 * The 429 of every form, with the seconds to wait.
 * @param answer makes the page's data from the message
 */
export function answerTooMany<Answer>(limit: LimitRefusal, answer: (message: string) => Answer) {
  const { retryAfterSeconds } = limit;
  return data(answer(limit.message ?? tooManyTries(retryAfterSeconds)), {
    status: 429,
    headers: { "Retry-After": String(retryAfterSeconds) },
  });
}

/**
 * The answers to a form that was refused: the page comes back with what was typed.
 * @param secrets fields that do not come back, such as passwords
 */
export function formRefusal(submission: Reply, secrets: string[] = []) {
  const reply = (problem: Problem) => submission.reply({ ...problem, hideFields: secrets });
  const refuse = (status: number, problem: Problem = {}, headers?: HeadersInit) =>
    data({ result: reply(problem) }, { status, headers });
  const busy = (message: string) => refuse(503, { formErrors: [message] }, { "Retry-After": "5" });
  return {
    /** With the schema's messages, or with a problem found later. */
    invalid: (problem?: Problem) => refuse(400, problem),
    /** With a message at one field. */
    field: (name: string, message: string) => refuse(400, { fieldErrors: { [name]: [message] } }),
    form: (message: string) => refuse(400, { formErrors: [message] }),
    tooMany: (limit: LimitRefusal) =>
      answerTooMany(limit, (message) => ({ result: reply({ formErrors: [message] }) })),
    /** A form without the shop's stamp (spam-guard.server.ts); it can be sent again at once. */
    notOurs: () => refuse(400, { formErrors: [NOT_OURS] }),
    busy,
    /**
     * Runs `save`; when the database is unavailable (locked, disk full), the form comes back with the message.
     * @param options.isOfStaff they read that the disk is full
     */
    async unlessAway<Done>(message: string, save: () => Promise<Done>, { isOfStaff = false } = {}) {
      try {
        return await save();
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        logger.error({ err: error }, "a form could not be saved");
        return busy(isOfStaff && isDiskFull(error) ? DISK_FULL : message);
      }
    },
  };
}
