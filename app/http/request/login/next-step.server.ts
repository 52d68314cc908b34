import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { NEXT_STEPS, type NextStep } from "~/page-data/next-step";
import { readHeader } from "../headers.server";

/** Outlasts the redirect's message: the home page goes on saying what to do until the next login. */
export const STEP_COOKIE = `${config.secureCookies ? "__Host-" : ""}step`;
const stepCookie = createCookie(STEP_COOKIE, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  maxAge: 900,
});

/** @returns the Set-Cookie value */
export const giveNextStep = (step: NextStep) => stepCookie.serialize(step);

/** @returns the Set-Cookie value */
export const dropNextStep = () => stepCookie.serialize("", { maxAge: 0 });

export async function readNextStep(request: Request): Promise<NextStep | null> {
  const found: unknown = await stepCookie.parse(readHeader(request, "cookie"));
  return NEXT_STEPS.find((step) => step === found) ?? null;
}
