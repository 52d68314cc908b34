import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LOOPBACK, portOf } from "./loopback";
import { publicPoster } from "~/platform/public/post-to-public.server";

/** A certificate for hooks.test and its subdomains, of no use outside tests. */
export const TEST_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBcjCCARigAwIBAgIBATAKBggqhkjOPQQDAjAVMRMwEQYDVQQDDApob29rcy50
ZXN0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAVMRMwEQYDVQQD
DApob29rcy50ZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE4X8WVpVFLosf
p9o+RrOH2l9o8ry1FVF1T0IoLkyicLs8Fk3mu83H/yqcytcQU91i/T4ykUmTm0rk
DW+/PgOz06NXMFUwDwYDVR0TAQH/BAUwAwEB/zAjBgNVHREEHDAaggpob29rcy50
ZXN0ggwqLmhvb2tzLnRlc3QwHQYDVR0OBBYEFEumeKHRsgt9i+XIGCdzGnMtZh2r
MAoGCCqGSM49BAMCA0gAMEUCIHF3zsCQXHHaWjZiwTz/b5rlWeeHqXQ0XmM5hdjy
kgv4AiEAopr0LMFHqfsXttDRZW+ltsZ8SdUCHe9utoWah8qXcQA=
-----END CERTIFICATE-----`;
const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpU4IXUhtsKFutzJc
R4tq7TVtZFfJhW+UOnTO7qGaXbShRANCAAThfxZWlUUuix+n2j5Gs4faX2jyvLUV
UXVPQiguTKJwuzwWTea7zcf/KpzK1xBT3WL9PjKRSZObSuQNb78+A7PT
-----END PRIVATE KEY-----`;

export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const accept: Answer = (_, response) => void response.writeHead(204).end();

/** A server that takes webhooks by https and keeps them. @param answer by default 204 */
export async function startReceiver(answer: Answer = accept) {
  const received: Received[] = [];
  const receiver = { received, answer, url: "", close: async () => {} };
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = request.headers as Record<string, string>;
      received.push({ path: request.url!, headers, body: Buffer.concat(chunks).toString() });
      receiver.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  receiver.url = `https://hooks.test:${portOf(server)}/`;
  receiver.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return receiver;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** Every name leads to this machine. */
export const resolveToLoopback = async () => [{ address: LOOPBACK, family: LOOPBACK.includes(":") ? 6 : 4 }];

/** Posts to receivers on this machine, which the shop itself refuses. */
export const testPoster = (options: Parameters<typeof publicPoster>[0] = {}) =>
  publicPoster({ resolve: resolveToLoopback, isAllowed: () => true, ca: TEST_CERTIFICATE, ...options });
