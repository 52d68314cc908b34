import type { IncomingMessage } from "node:http";
import { addressKey } from "./rate-limit.server";
import { clientAddress } from "../request-info.server";

/** Whom a request counts for: the key of its client's address, which behind a trusted proxy the request names. */
export const clientKey = (req: IncomingMessage): string => addressKey(clientAddress(req));
