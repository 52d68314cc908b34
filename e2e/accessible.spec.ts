import { expect, type Page } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import routes from "../app/routes";
import { htmlErrors } from "../app/test/checks/valid-html";
import { AXE_SCRIPT, type Finding, lookAt, report } from "./accessible/look";
import { DRAWS_NOTHING, GROUPS, type Scene } from "./accessible/pages";
import type { World } from "./accessible/world";
import { test } from "./support";

// Checks WCAG 2.2 AA on every page in every state: with axe, and with checks of our own. Without scripts the HTML is
// mostly the same; states in which it differs are listed in accessible/pages.ts. One page alone: PAGES=admin/coupons
// npx playwright test e2e/accessible.spec.ts (a regular expression over 'path · state').
const WANTED = new RegExp(process.env.PAGES ?? "");
const DESKTOP = { width: 1280, height: 900 };
const nameOf = ({ path, state }: Scene) => `${path} · ${state}`;
const hasFrame = ({ extent }: Scene) => extent === "frame" || extent === "around";

for (const group of GROUPS) checkGroup(group);

function checkGroup({ title, who, scenes }: (typeof GROUPS)[number]) {
  const wanted = scenes.filter((scene) => WANTED.test(nameOf(scene)));
  if (wanted.length === 0) return;
  test(`accessible: ${title}`, async ({ browser, world, baseURL }) => {
    test.setTimeout(30_000 * wanted.length + 60_000);
    const context = await browser.newContext({
      baseURL,
      storageState: world.visitors[who],
      reducedMotion: "reduce",
      viewport: DESKTOP,
    });
    // Otherwise a button that is not there is waited for until the end of the whole test.
    context.setDefaultTimeout(30_000);
    await context.addInitScript(AXE_SCRIPT);
    const page = await context.newPage();
    // Leaves a form with what was typed.
    page.on("dialog", (question) => void question.accept());
    const findings: Finding[] = [];
    let last: Scene | undefined;
    for (const scene of wanted) {
      await test.step(nameOf(scene), async () => {
        findings.push(...(await visit(page, scene, world, last)));
      });
      last = scene;
    }
    await context.close();
    if (findings.length > 0) throw new Error(report(findings));
  });
}

/**
 * Opens the page in its state and checks it. A page that cannot be opened is a finding too; the others are still checked.
 * @param last the scene before, in the same page
 */
async function visit(page: Page, scene: Scene, world: World, last?: Scene): Promise<Finding[]> {
  const where = nameOf(scene);
  try {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    // Each check ends at the other width. What is opened differs with it: menus, the sidebar.
    if (scene.open || hasFrame(scene)) await page.setViewportSize(DESKTOP);
    if (scene.isPlain) await page.route(/./, withoutScripts);
    const path = named(scene.from ?? scene.path, world);
    if (!canFollow(last, scene) || !(await follow(page, path))) {
      await page.goto(path);
      if (!scene.isPlain) await page.waitForFunction(isHydrated);
    }
    await scene.open?.(page, world);
    // The browser is not on another page, such as the login.
    expect(patternOf(new URL(page.url()).pathname), `${where} is at ${page.url()}`).toBe(
      patternOf(scene.path),
    );
    if (!scene.isPlain) await page.waitForFunction(isDrawn);
    const findings = await lookAt(page, where, scene.extent);
    // Without scripts the focus can go behind an open dialog.
    return scene.isPlain ? findings.filter(({ rule }) => rule !== "focus-obscured") : findings;
  } catch (error) {
    const summary = error instanceof Error ? error.message : String(error);
    return [{ where, rule: "could not be checked", target: page.url(), summary, views: [] }];
  } finally {
    if (scene.isPlain) await page.unrouteAll();
  }
}

/**
 * Whether a link of the scene before could lead to this one. What was opened or sent there is gone on the page of another
 * route, unless it is part of the frame. A frame is loaded anew.
 */
function canFollow(last: Scene | undefined, scene: Scene): last is Scene {
  if (!last || last.isPlain || scene.isPlain || hasFrame(scene)) return false;
  return !last.open || (!hasFrame(last) && patternOf(last.path) !== patternOf(scene.path));
}

/**
 * Goes to the path as a link does. That takes a fifth of the time of loading the page; the HTML of each page is read by the
 * test of titles.
 * @returns false if the browser loads the path instead, as it does for a page with another frame
 */
async function follow(page: Page, path: string): Promise<boolean> {
  try {
    return await page.evaluate(async (to) => {
      // React Router's own name for its router (react-router/dom).
      const { __reactRouterDataRouter: router } = window as unknown as RouterWindow;
      const dialogs = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")];
      await router.navigate(to, { flushSync: true });
      // The router is done before React has drawn the page, and a dialog of the page before closes some time after that.
      const isPending = () =>
        document.querySelector(".progress-bar") !== null ||
        dialogs.some((one) => one.isConnected && one.open);
      for (let frames = 0; frames < 2 || isPending(); frames += 1) {
        if (frames > 300) return false;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      return location.pathname + location.search === to;
    }, path);
  } catch {
    return false;
  }
}

interface RouterWindow {
  __reactRouterDataRouter: { navigate(to: string, options: { flushSync: boolean }): Promise<void> };
}

/** Runs in the page: whether React has hydrated the server's HTML and attached its handlers. */
const isHydrated = () =>
  Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react"));

/** Runs in the page: whether nothing is being fetched or sent. What waits is faded, and another page may follow. */
const isDrawn = () => document.querySelector('.progress-bar, [aria-busy="true"]') === null;

const named = (path: string, { facts }: World) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    expect(facts, path).toHaveProperty(name);
    return facts[name]!;
  });

/** Removes the scripts from documents. JavaScript itself stays on, since axe needs it. */
async function withoutScripts(route: Parameters<Parameters<Page["route"]>[1]>[0]) {
  const kind = route.request().resourceType();
  if (kind === "script") return route.abort();
  if (kind !== "document") return route.continue();
  const response = await route.fetch();
  const html = (await response.text()).replace(/<script\b.*?<\/script>/gs, "");
  return route.fulfill({ response, body: html });
}

/** The full path pattern of each route that answers requests, with its file. */
function patterns(entries: RouteConfigEntry[], above = ""): { pattern: string; file: string }[] {
  return entries.flatMap(({ path, index, children, file }) => {
    const pattern = path ? `${above}/${path}` : above;
    const below = patterns(children ?? [], pattern);
    return children?.length ? below : [{ pattern: (index && above) || pattern || "/", file }];
  });
}

const TABLE = patterns(routes as RouteConfigEntry[]);
const FLAT: RouteObject[] = TABLE.map(({ pattern }) => ({ id: pattern, path: pattern }));

function patternOf(path: string): string | undefined {
  const pathname = path.split("?")[0]!.replace(/\{\w+\}/g, "1");
  return matchRoutes(FLAT, pathname)?.at(-1)?.route.id;
}

test("accessible/pages.ts lists every route, as a page or as one without a page", () => {
  const shown = new Set(GROUPS.flatMap(({ scenes }) => scenes.map(({ path }) => patternOf(path))));
  const same = GROUPS.flatMap(({ sameAs = {} }) =>
    Object.entries(sameAs).map((pair) => pair.map((path) => patternOf(path)!)),
  );
  const fileOf = (pattern?: string) => TABLE.find((route) => route.pattern === pattern)?.file;
  expect(
    same.filter(([one, other]) => fileOf(one) !== fileOf(other) || !shown.has(other)),
    "drawn by another file than the page that is checked instead, or that one is not checked",
  ).toEqual([]);
  for (const [pattern] of same) shown.add(pattern);
  const unlisted = TABLE.filter(({ pattern }) => !shown.has(pattern) && !DRAWS_NOTHING.includes(pattern));
  expect(unlisted, "routes that e2e/accessible/pages.ts does not know").toEqual([]);
  const known = TABLE.map(({ pattern }) => pattern);
  expect(
    DRAWS_NOTHING.filter((pattern) => !known.includes(pattern)),
    "no longer routes",
  ).toEqual([]);
  // Only .tsx files can render a page.
  const drawing = TABLE.filter(({ pattern, file }) => DRAWS_NOTHING.includes(pattern) && file.endsWith("x"));
  expect(drawing, "routes that may render a page").toEqual([]);
});

test("every page is valid HTML, and no two of the shop or of the back office have the same title", async ({
  browser,
  world,
  baseURL,
  formRecorder,
}) => {
  test.slow();
  const titles = new Map<string, string>();
  const twice: string[] = [];
  const errors: string[] = [];
  const seen = new Set<string>();
  for (const { who, scenes, sameAs = {} } of GROUPS) {
    const context = await browser.newContext({ baseURL, storageState: world.visitors[who] });
    // Pages that only a form leads to answer a plain request with another page.
    const pages = scenes.filter(({ isPlain, from }) => !isPlain && !from);
    const unknown = new Set(pages.filter((scene) => scene.state === "not found").map(({ path }) => path));
    for (const path of new Set([...pages.map((scene) => scene.path), ...Object.keys(sameAs)])) {
      const pattern = patternOf(path)!;
      const page = `${who === "admin" ? "back office" : "shop"} ${pattern}`;
      const answer = await context.request.get(named(path, world));
      const html = await answer.text();
      formRecorder.read(answer.url(), html);
      errors.push(...(await htmlErrors(html)).map((error) => `${path}: ${error}`));
      // /index is the home page by another path.
      if (pattern === "/index" || unknown.has(path) || seen.has(page)) continue;
      seen.add(page);
      const title = `${who === "admin" ? "back office" : "shop"}: ${/<title>([^<]*)<\/title>/.exec(html)?.[1]}`;
      const other = titles.get(title);
      if (other !== undefined && other !== pattern) twice.push(`${title}: ${other} and ${pattern}`);
      titles.set(title, pattern);
    }
    await context.close();
  }
  expect(errors).toEqual([]);
  expect(twice).toEqual([]);
});
