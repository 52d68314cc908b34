import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { keepPage } from "./scripts/vite/keep-page.ts";
import { slimCss } from "./scripts/vite/slim-css.ts";

/** The modules of a first visit: the frame of every page, and most often one of these pages. */
const FRAME = /\/app\/(?:root|routes\/store\/_layout)\.tsx/;
const PAGES = /\/app\/routes\/store\/(home|books|book)\.tsx/;

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Which parts of the front import a module, directly or through others. */
function usersOf(id: string, modules: Modules, seen = new Set<string>()): Set<string> {
  const users = new Set<string>();
  if (seen.has(id)) return users;
  seen.add(id);
  if (FRAME.test(id)) users.add("frame");
  const page = PAGES.exec(id)?.[1];
  if (page) users.add(page);
  for (const importer of modules.getModuleInfo(id)?.importers ?? [])
    for (const user of usersOf(importer, modules, seen)) users.add(user);
  return users;
}

/** Whether a module is part of several routes. */
function isShared(id: string, modules: Modules): boolean {
  const routes = new Set<string>();
  const seen = new Set<string>();
  const follow = (one: string) => {
    if (seen.has(one)) return;
    seen.add(one);
    if (/\/app\/routes\//.test(one)) routes.add(one);
    else for (const importer of modules.getModuleInfo(one)?.importers ?? []) follow(importer);
  };
  follow(id);
  return routes.size > 1;
}

/**
 * A first visit loads few files: React and its router, which change only with their releases; the modules of the frame
 * or shared by two pages; the page itself, and the blocks of the home page. Modules of other pages are split by default.
 */
const codeSplitting = {
  groups: [
    {
      name: "react",
      test: /^\0rolldown\/|node_modules\/(?:react|react-dom|scheduler|react-router)\//,
      priority: 2,
    },
    {
      name(id: string, modules: Modules) {
        const users = usersOf(id, modules);
        if (users.has("frame") || (users.has("books") && users.size > 1)) return "front";
        // What only these two share, such as forms with errors.
        if (users.has("home") && users.has("book")) return "home-and-book";
        // Its preview in the back office shows the same blocks.
        return users.has("home") && !PAGES.test(id) ? "home-blocks" : null;
      },
      priority: 1,
    },
    {
      // What a book's page shares with pages of other kinds: one file in place of many small ones.
      name: (id: string, modules: Modules) =>
        usersOf(id, modules).has("book") && isShared(id, modules) ? "book-parts" : null,
      priority: 0,
    },
  ],
};

/**
 * Functions of React Router that do nothing in this shop, each with the body that replaces its own: they discover routes
 * during navigation (but react-router.config.ts loads all at once), prefetch pages, reload modules in development, watch
 * the router, show default error and loading pages, and are for apps of server components, without a server, with loaders in
 * the browser, or with a history or a place to scroll to of their own. This can be removed when React Router lets the bundler
 * drop them, or when e2e/budgets.spec.ts passes with them.
 */
const UNUSED: Record<string, string> = {
  getPatchRoutesOnNavigationFunction: "",
  useFogOFWarDiscovery: "",
  PrefetchPageLinks: "",
  usePrefetchBehavior: "return [false, null, {}];",
  createClientRoutesWithHMRRevalidationOptOut: "",
  getRouteInstrumentationUpdates: "",
  instrumentClientSideRouter: "",
  RemixRootDefaultErrorBoundary: "",
  RemixRootDefaultHydrateFallback: "",
  DefaultErrorComponent: "",
  patchRoutesImpl: "",
  getPartialManifest: "",
  nonSsrStrategy: "",
  preventInvalidServerHandlerCall: "",
  RSCErrorHandler: "",
  decodeRedirectErrorDigest: "",
  decodeRouteErrorResponseDigest: "",
  HistoryRouter: "",
  ScrollRestoration: "",
};

/** On the server nothing is clicked, and no page is prefetched: a page has dozens of links, each with these hooks. */
const UNUSED_ON_SERVER: Record<string, string> = {
  PrefetchPageLinks: "",
  usePrefetchBehavior: "return [false, null, {}];",
  useLinkClickHandler: "",
  useViewTransitionState: "return false;",
};

/** On the server a link is rendered once: what its address is relative to need not be compared with the last time. */
const ROUTE_PATHS = {
  compared: /JSON\.(?:stringify\((getResolveToMatches\(matches\))\)|parse\((routePathnamesJson)\))/g,
  asTheyAre: "$1$2",
};

/** @param found the names removed so far; those in `code` are added */
function withoutUnused(code: string, unused: Record<string, string>, found: Set<string>): string {
  for (const [name, body] of Object.entries(unused)) {
    const shorter = code.replace(
      new RegExp(`^(?:async )?function ${name}\\([^]*?^}$`, "m"),
      `function ${name}() {${body}}`,
    );
    if (shorter !== code) found.add(name);
    code = shorter;
  }
  return code;
}

/** Messages to shorten. Can be removed when React Router's are short, or e2e/budgets.spec.ts passes without it. */
const SENTENCE = /^"[A-Z`][\w\s`'.,:()/-]{59,}"$/;
const firstWords = (text: string) =>
  SENTENCE.test(text) && text.split(" ").length > 6 ? `"${text.slice(1, 31)}"` : text;
const withShortMessages = (code: string) => code.replace(/"(?:[^"\\\n]|\\.)*"/g, firstWords);

/**
 * What `import()` fetches in a browser is fetched when it is asked for, without Vite's helper, which looks for stylesheets
 * and preloads: with it each first visit would load 0.7 kB more. Parts that are fetched later link their stylesheets themselves.
 */
function plainImports(): Plugin {
  return {
    name: "kitab:plain-imports",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    load: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}

/**
 * React Router's package exports its development build, with warnings that a shopper does not need. The redirection
 * can be removed when it exports dist/production, always or under the condition "production".
 * @param side the browser's code or the server's
 */
function routerForProduction(side: "client" | "ssr"): Plugin {
  const unused = side === "client" ? UNUSED : UNUSED_ON_SERVER;
  const found = new Set<string>();
  return {
    name: `kitab:router-for-production-${side}`,
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === side,
    async resolveId(source, importer) {
      if (!/^react-router(?:\/dom)?$/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
    },
    // For browsers, messages for developers are cut to their first words: enough to find their source, and less to load.
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\// },
      handler(code) {
        const used = withoutUnused(code, unused, found);
        const shorter =
          side === "client"
            ? withShortMessages(used)
            : used.replace(ROUTE_PATHS.compared, ROUTE_PATHS.asTheyAre);
        return { code: shorter, map: null };
      },
    },
    // If a new version renames them, the build fails, so that the first visit does not grow unnoticed.
    buildEnd(error) {
      const gone = Object.keys(unused).filter((name) => !found.has(name));
      if (!error && gone.length > 0)
        this.error(`React Router has no ${gone.join(", ")} any more: see vite.config.ts`);
    },
  };
}

/** Links and forms need no mark for the discovery of routes (react-router.config.ts): it weighs in every page. */
function withoutDiscoverMarks(): Plugin {
  return {
    name: "kitab:without-discover-marks",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/\w+\/chunk-/ },
      handler: (code) => ({
        code: code.replaceAll(/"data-discover": [^,\n]+/g, '"data-discover": void 0'),
        map: null,
      }),
    },
  };
}

/**
 * What a page tells search engines is written by the server alone: the browser's code has the names of these functions,
 * and not the tables that they use, which would come along with the frame.
 */
function withoutStructuredData(): Plugin {
  return {
    name: "kitab:without-structured-data",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform: {
      filter: { id: /\/app\/domain\/\w+\/structured-[\w-]+\.ts$/ },
      handler: (code) => {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
        return { code: names.map((name) => `export const ${name} = undefined;`).join("\n"), map: null };
      },
    },
  };
}

/**
 * A script with characters outside of Latin-1, such as the sign of the rupee, takes twice the memory: V8 keeps it with two
 * bytes for each character. In strings and patterns they can be written as escapes.
 */
function oneBytePerCharacter(): Plugin {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return {
    name: "kitab:one-byte-per-character",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === "chunk") file.code = file.code.replace(/[^\0-\xff]/g, escape);
    },
  };
}

/** The thread of imports has a script of its own beside the server's, which shares its modules: it needs few of them. */
function importsThread(): Plugin {
  return {
    name: "kitab:imports-thread",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    buildStart() {
      const script = { id: "./app/imports-worker.server.ts", fileName: "imports-thread.js" };
      this.emitFile({ type: "chunk", ...script });
    },
  };
}

/** The list of routes names the script of every route, and is part of a first visit: each character counts. */
const SHORT_NAMES = { entryFileNames: "assets/[hash:7].js", chunkFileNames: "assets/[hash:7].js" };

/** Packages with native code, which are not bundled into the server. */
const NATIVE = ["@myriaddreamin/typst-ts-node-compiler", "@node-rs/argon2", "better-sqlite3", "sharp"];

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    slimCss(),
    reactRouter(),
    plainImports(),
    routerForProduction("client"),
    routerForProduction("ssr"),
    withoutDiscoverMarks(),
    withoutStructuredData(),
    importsThread(),
    oneBytePerCharacter(),
    keepPage(),
  ],
  resolve: { tsconfigPaths: true },
  optimizeDeps: { include: ["react-hot-toast", "@conform-to/react", "@conform-to/zod/v4", "zod"] },
  // The helper of plainImports preloads nothing, so no file lists what to preload.
  build: { assetsInlineLimit: 0, reportCompressedSize: false, modulePreload: false },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting, ...SHORT_NAMES } } } },
    // The server's bundle starts at our own entry, which listens on node:http and includes React Router's build.
    // Packages are bundled too, because reading hundreds of small files took half of the start-up time.
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: NATIVE } : {},
      // Leaves out code that packages have only for development.
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      // Each process keeps the text of its scripts in memory: one megabyte less without the descriptions of functions.
      build: { rollupOptions: { input: "./app/server.ts", output: { comments: { jsdoc: false } } } },
    },
  },
}));
