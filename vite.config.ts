import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { keepPage } from "./scripts/vite/keep-page.ts";
import { slimCss } from "./scripts/vite/slim-css.ts";

/** What a first visit meets: what frames every page, and most often one of these. */
const FRAME = /\/app\/(?:root|routes\/store\/_layout)\.tsx/;
const PAGES = /\/app\/routes\/store\/(home|books|book)\.tsx/;

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Which parts of the front import a module, straight or through others. */
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

/**
 * A first visit loads few files: React and its router, which change with their releases only; what frames the pages or
 * is common to two of them; the page. What only the pages behind need is split by itself.
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
        return users.has("frame") || users.size > 1 ? "front" : null;
      },
      priority: 1,
    },
  ],
};

/**
 * Functions of React Router that this shop never calls: they find routes during navigation (react-router.config.ts knows
 * them all), prefetch pages, reload modules in development, and show the error and waiting pages of a root without its own.
 * They can stay in when React Router lets the bundler drop them, or when e2e/budgets.spec.ts passes with them.
 */
const UNUSED = [
  "getPatchRoutesOnNavigationFunction",
  "useFogOFWarDiscovery",
  "PrefetchPageLinks",
  "createClientRoutesWithHMRRevalidationOptOut",
  "RemixRootDefaultErrorBoundary",
  "RemixRootDefaultHydrateFallback",
];

/** @param found names taken out so far; this adds those in `code` */
function withoutUnused(code: string, found: Set<string>): string {
  for (const name of UNUSED) {
    const shorter = code.replace(new RegExp(`^function ${name}\\([^]*?^}$`, "m"), `function ${name}() {}`);
    if (shorter !== code) found.add(name);
    code = shorter;
  }
  return code.replace(/"(?:[^"\\\n]|\\.)*"/g, firstWords);
}

/** Can go when React Router's production build has short messages, or when e2e/budgets.spec.ts passes without it. */
const SENTENCE = /^"[A-Z`][\w\s`'.,:()/-]{59,}"$/;
const firstWords = (text: string) =>
  SENTENCE.test(text) && text.split(" ").length > 6 ? `"${text.slice(1, 31)}"` : text;

/**
 * The exports of React Router's package lead to its development build, with warnings that a shopper does not need. The
 * redirection can go when they lead to dist/production under the condition "production" or for everybody.
 */
function routerForProduction(): Plugin {
  const found = new Set<string>();
  return {
    name: "kitab:router-for-production",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    async resolveId(source, importer) {
      if (!/^react-router(?:\/dom)?$/.test(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found && { ...found, id: found.id.replace("/dist/development/", "/dist/production/") };
    },
    // Messages for developers are cut to their first words: enough to find the place, and less to load.
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/production\// },
      handler: (code) => ({ code: withoutUnused(code, found), map: null }),
    },
    // A new version may have other names for them: then the build says so, and the first visit does not grow unnoticed.
    buildEnd(error) {
      const gone = UNUSED.filter((name) => !found.has(name));
      if (!error && gone.length > 0)
        this.error(`React Router has no ${gone.join(", ")} any more: see vite.config.ts`);
    },
  };
}

/** What the server's bundle leaves in node_modules: packages with native code. */
const NATIVE = ["@myriaddreamin/typst-ts-node-compiler", "@node-rs/argon2", "better-sqlite3", "sharp"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), slimCss(), reactRouter(), routerForProduction(), keepPage()],
  resolve: { tsconfigPaths: true },
  optimizeDeps: { include: ["react-hot-toast", "@conform-to/react", "@conform-to/zod/v4", "zod"] },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting } } } },
    // The server's bundle begins at our own entry: it listens on node:http and holds React Router's build.
    // Built, it holds its packages too: reading hundreds of small files was the half of a start.
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: NATIVE } : {},
      // What packages keep for development alone stays out.
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      build: { rollupOptions: { input: "./app/server.ts" } },
    },
  },
}));
