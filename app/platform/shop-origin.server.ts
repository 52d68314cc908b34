import { config } from "~/process/config.server";

/** The shop's public origin for mails. Not taken from the request: background tasks, which have none, write mails too. */
export const shopOrigin = () => config.baseUrl ?? `http://localhost:${config.PORT}`;
