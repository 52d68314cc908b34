import { type DataRouteObject, matchRoutes, type ServerBuild } from "react-router";
import { expect, test } from "vitest";
import declared from "~/routes.ts";
import { beginnings, routesFor } from "./handler-by-path.server";

type Routes = ServerBuild["routes"];

/** The routes of app/routes.ts as the build has them: by id, each with its parent's id. */
function flat(entries: typeof declared, parentId: string, routes: Routes = {}): Routes {
  for (const { id, file, path, index, children = [] } of entries) {
    const ownId = id ?? file;
    routes[ownId] = { id: ownId, parentId, path, index, module: {} as never };
    flat(children as typeof declared, ownId, routes);
  }
  return routes;
}

function nested(routes: Routes, parentId?: string): DataRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path } = route;
    return route.index ? { id, index: true as const } : { id, path, children: nested(routes, id) };
  });
}

const all = flat(declared, "root", { root: { id: "root", path: "", module: {} as never } });
const beginningOf = beginnings(all);
const whole = nested(all);

/** Which routes match a path, with all that are matched on the way. */
const matched = (routes: DataRouteObject[], path: string) =>
  matchRoutes(routes, path)?.map(({ route, params }) => ({ id: route.id, params }));

/** A path for each pattern, and words in places where no pattern has one. */
const WORDS = ["cart", "Admin", "orders", "nothing-here"];
const patterns = Object.keys(all).map((id) => {
  const parts: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = all[at]?.parentId)
    parts.unshift(all[at]?.path ?? "");
  return `/${parts.join("/")}`.replace(/\/{2,}/g, "/");
});
const paths = new Set([
  ...patterns.map((pattern) => pattern.replace(/:\w+/g, "5").replace("*", "some/and/more")),
  ...WORDS.flatMap((one) => [`/${one}/`, ...WORDS.map((two) => `/${one}/${two}`)]),
  "/books/notify",
  "/API/v1/docs",
]);

test("the routes chosen by a path's beginning match as all routes do", () => {
  for (const path of paths) {
    const segments = beginningOf(path)!;
    expect(matched(nested(routesFor(all, segments)), path), path).toEqual(matched(whole, path));
  }
});

test("the data of a page comes from the same routes as the page", () => {
  expect(beginningOf("/admin/orders.data")).toEqual(["admin", "orders"]);
  expect(beginningOf("/_.data")).toEqual([]);
  expect(beginningOf("/orders/_.data")).toEqual(["orders"]);
});

test("few routes are left, there are few beginnings, and unusual paths get all routes", () => {
  expect(Object.keys(routesFor(all, ["cart"])).length).toBeLessThan(10);
  const many = Array.from({ length: 1000 }, (_, i) => beginningOf(`/some-${i}/thing-${i}`)!.join("/"));
  expect(new Set(many)).toEqual(new Set(["*/*"]));
  for (const path of ["/c%61rt", "//cart", "/cart//saved", "/a b"]) expect(beginningOf(path)).toBeNull();
});
