import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { routePatterns } from "./route-pattern";
import { noteRequest, type Stall, watchTurns } from "./watchdog.server";

const patternOf = routePatterns({
  root: { id: "root" },
  layout: { id: "layout", parentId: "root" },
  order: { id: "order", path: "orders/:orderId", parentId: "layout" },
  orders: { id: "orders", path: "orders", parentId: "layout" },
  admin: { id: "admin", path: "admin", parentId: "root" },
  reset: { id: "reset", path: "resetpassword", parentId: "root" },
  staff: { id: "staff", path: "orders/:orderId", parentId: "admin" },
  api: { id: "api", path: "api/v1/*", parentId: "root" },
  lost: { id: "lost", path: "*", parentId: "root" },
});

test.each([
  ["/", "/"],
  ["/_.data", "/"],
  ["/orders/12", "/orders/:orderId"],
  ["/orders.data", "/orders"],
  ["/admin/orders/7", "/admin/orders/:orderId"],
  ["/asha@example.com", "/*"],
  ["/api/v1/browsebooks/12/notify", "/api/v1/browsebooks/:id/notify"],
  ["/api/v1/asha@example.com", "/api/v1/*"],
])("the route of %s is %s", (path, pattern) => {
  expect(patternOf(path)).toBe(pattern);
});

test("reports a long turn with its route and without personal data", async () => {
  const request = (method: string, url: string) => ({ method, url }) as IncomingMessage;
  const reports: Stall[] = [];
  const stop = watchTurns(patternOf, (stall) => reports.push(stall));
  const answered = noteRequest(request("GET", "/orders/12?q=asha"));
  const culprit = noteRequest(request("POST", "/resetpassword?token=secret"));
  const until = performance.now() + 260;
  while (performance.now() < until);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toEqual({
    ms: expect.toSatisfy((ms: number) => ms >= 200),
    last: { method: "POST", route: "/resetpassword" },
    beside: [{ method: "GET", route: "/orders/:orderId" }],
  });
  culprit();
  answered();
  stop();
});
