import type { Operation } from "~/http/api/operation.server";
import { authentication } from "./auth.server";
import { carts } from "./carts.server";
import { documentCall } from "./document.server";

/** Every call of the JSON API: what answers, what the OpenAPI document describes, what the access matrix tests. */
export const operations: readonly Operation[] = [...authentication, ...carts, documentCall(() => operations)];
