import type { Plugin } from "vite";

/**
 * When a page's script cannot be loaded (no connection, the shop restarts), React Router reloads the document, and
 * typed text is lost; also, it never requests that script again. This patch makes it retry once and then fail like
 * any other request, so that app/ui/frame/navigation/connection.ts keeps the page, and request the script again the next time.
 * The build fails if a patched place is not found in a new release. The patch can be removed when React Router reports
 * a module that fails to load as an error of the navigation and forgets the failed import: e2e/connection.spec.ts then
 * passes without it.
 */
const PLACES: [file: string, was: RegExp, is: string][] = [
  [
    "dom/ssr/routeModules.js",
    /console\.error\(\s*`Error loading route module [^]{0,400}?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/,
    // Some browsers remember that a URL failed, so the second try uses another one.
    `try {
      return (routeModulesCache[route.id] = await import(/* @vite-ignore */ route.module + "?again=" + Date.now()));
    } catch {
      error.isScriptMissing = true;
      throw error;
    }`,
  ],
  [
    "dom/ssr/routes.js",
    /return await routeModulePromise;\s*\}\)\(\);/,
    "return await routeModulePromise; })(); lazyRoutePromise.catch(() => (lazyRoutePromise = void 0));",
  ],
  [
    "router/router.js",
    /cache\[key\] = propertyPromise;\n/,
    "cache[key] = propertyPromise; propertyPromise.catch(() => delete cache[key]);\n",
  ],
];

export function keepPage(): Plugin {
  return {
    name: "kitab:keep-page",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/(?:development|production)\/lib\// },
      handler: (code, id) => ({ code: withPlaces(code, id), map: null }),
    },
  };
}

/** @throws when a patched place is not found exactly once in its file */
export function withPlaces(code: string, id: string): string {
  let changed = code;
  for (const [, was, is] of PLACES.filter(([file]) => id.endsWith(`/lib/${file}`))) {
    const found = code.match(new RegExp(was, "g"))?.length ?? 0;
    if (found !== 1)
      throw new Error(`react-router has ${found} of ${was}: look at scripts/vite/keep-page.ts`);
    changed = changed.replace(was, () => is);
  }
  return changed;
}
