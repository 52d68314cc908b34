import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
import { answerSandboxCall } from "~/domain/sales/gateways/sandbox/sandbox-api.server";
import type { Route } from "./+types/api";
import { readHeader } from "~/http/request/headers.server";
import { parseGivenJson } from "~/platform/given-json";

/** The part of Razorpay's HTTP API that the shop uses, answered by the sandbox gateway. */
export async function action({ request }: Route.ActionArgs) {
  return answer(request, parseJson(await request.text()));
}

export async function loader({ request }: Route.LoaderArgs) {
  return answer(request, undefined);
}

async function answer(request: Request, body: unknown): Promise<Response> {
  if (config.payments !== "sandbox") return new Response("Not found\n", { status: 404 });
  const url = new URL(request.url);
  const result = await answerSandboxCall(writeDb, {
    method: request.method,
    path: url.pathname.replace(/^\/sandbox\/v1/, ""),
    query: url.searchParams,
    authorization: readHeader(request, "authorization"),
    idempotencyKey: readHeader(request, "x-refund-idempotency"),
    body,
  });
  return Response.json(result.body, { status: result.status, headers: { "Cache-Control": "no-store" } });
}

function parseJson(text: string): unknown {
  try {
    return parseGivenJson(text);
  } catch {
    return undefined;
  }
}
