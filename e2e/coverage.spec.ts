import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { matchRoutes } from "react-router";
import { postedByScriptAlone, readRecordings, type Recording, unsentForms } from "./form-coverage/coverage";
import { recordingsOf } from "./form-coverage/recorder";

// Every form must work without scripts. The journeys record the forms of the pages they load, and the forms that a browser
// without scripts sends; these tests compare the two. They run after all journeys, if none has failed. Running this file
// alone runs all journeys first (its project depends on theirs).

/**
 * Requests that only scripts send, and what replaces them without scripts. Those of passkeys are not recorded, since their
 * journey is at localhost: without scripts there are the password and the code.
 */
const OTHER_WAYS: Record<string, string> = {
  "POST /admin/choices/authors": "the book form's own buttons: POST /admin/products intent=new-authors",
  "POST /admin/choices/tags": "the book form's own buttons: POST /admin/products intent=new-tags",
  "POST /checkout/pay/:id intent=cancelled": "the gateway's page has a link back",
  "POST /checkout/pay/:id intent=confirm": "the gateway's page returns to POST /payments/callback",
  "POST /checkout/pay/:id intent=failed": "the gateway's page returns to POST /payments/callback",
  "POST /pay intent=confirm": "the gateway's page returns to POST /payments/callback",
  "POST /sandbox/v1/payments/create/ajax": "the window of the gateway's stand-in; its page has forms",
};

/** Routes with an action that no form posts to, and why. */
const NOT_FOR_FORMS: Record<string, string> = {
  "/*": "answers 404",
  "/admin/*": "answers 404",
  "/admin/choices/:kind": "posted to by scripts, see above",
  "/admin/opening/test-purchase/pay": "posted to by the payment window, like /checkout/pay/:orderId",
  "/api/v1/*": "the API",
  "/checkout/pay/:orderId": "posted to by scripts, see above",
  "/passkeys/challenge": "posted to by scripts, see above",
  "/pay": "posted to by the payment window, like /checkout/pay/:orderId",
  "/payments/webhook": "messages of the payment gateway",
  "/sandbox/v1/*": "the API of the payment gateway's stand-in",
};

let recording: Recording;
test.beforeAll(() => {
  recording = readRecordings(recordingsOf(test.info()));
});
test.describe.configure({ mode: "default" });

test("every form that a page showed was sent by a browser without scripts", () => {
  // If the recorder fails, nothing is missing.
  expect(new Set(recording.shown.map(({ form }) => form.key)).size).toBeGreaterThan(100);
  expect(unsentForms(recording), "forms that no journey sends without scripts").toEqual([]);
});

test("what scripts post is also posted by forms", () => {
  expect(postedByScriptAlone(recording)).toEqual(Object.keys(OTHER_WAYS));
});

test("every route with an action was posted to without scripts", () => {
  const routes = routesWithAction();
  const postedTo = recording.sent
    .filter(({ method }) => method === "POST")
    .map(({ path }) => matchRoutes(routes, path.replaceAll(":id", "1"))?.at(-1)?.route.path);
  const others = routes.map(({ path }) => path).filter((path) => !postedTo.includes(path));
  expect(others.sort()).toEqual(Object.keys(NOT_FOR_FORMS));
});

interface ManifestRoute {
  parentId?: string;
  path?: string;
  hasAction?: boolean;
}

/** Their full paths, from the manifest of the build. */
function routesWithAction(): { path: string }[] {
  const folder = "build/client/assets";
  const file = readdirSync(folder).find((name) => /^manifest-[\da-f]+\.js$/.test(name))!;
  const text = readFileSync(path.join(folder, file), "utf8");
  const { routes } = JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)) as {
    routes: Record<string, ManifestRoute>;
  };
  const wholePath = ({ parentId, path }: ManifestRoute): string => {
    const above = parentId === undefined ? "" : wholePath(routes[parentId]!);
    return path ? `${above}/${path}` : above;
  };
  return Object.values(routes)
    .filter(({ hasAction }) => hasAction)
    .map((route) => ({ path: wholePath(route) || "/" }));
}
