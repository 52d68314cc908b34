import { createCookie } from "react-router";
import { config } from "~/process/config.server";

export const HOUR_S = 3600;

export const stashedFormCookie = createCookie(`${config.secureCookies ? "__Host-" : ""}stashed-form`, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  maxAge: HOUR_S,
});
