import { config } from "./config.server";

/** The host under which the shop reaches itself. */
const ownHost =
  { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[config.HOST] ??
  (config.HOST.includes(":") ? `[${config.HOST}]` : config.HOST);

/** The shop's own address, at which the sandbox gateway is reached. */
export const ownOrigin = (port: number) => `http://${ownHost}:${port}`;
