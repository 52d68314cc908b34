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
 * A first visit loads few files: React and its router, which change only with their releases; the modules of the frame, or
 * that the list, the page of a book or the home page share with any other page; the page itself, and the blocks of the home
 * page. So each of these pages is one file for somebody who comes from another one: files that import each other would be
 * fetched one after the other. Modules of other pages are split by default.
 */
const codeSplitting = {
  groups: [
    {
      name: "react",
      test: /^\0rolldown\/|node_modules\/(?:react|react-dom|scheduler|react-router)\//,
      priority: 1,
    },
    {
      debugName: "pages",
      name(id: string, modules: Modules) {
        // The stylesheet of a page stays its own.
        if (id.endsWith(".css")) return null;
        const users = usersOf(id, modules);
        if (users.has("frame") || (users.has("book") && isShared(id, modules)) || users.size > 1)
          return "front";
        // What it shares with the pages of names.
        if (users.has("books") && isShared(id, modules)) return "lists";
        // Its preview in the back office shows the same blocks.
        return users.has("home") && !PAGES.test(id) ? "home-blocks" : null;
      },
      priority: 0,
    },
  ],
};

/** The thread of imports has a script of its own beside the server's, which shares its modules. */
function importsThread(): Plugin {
  return {
    name: "kitab:imports-thread",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "ssr",
    buildStart() {
      const script = { id: "./app/process/imports-worker.server.ts", fileName: "imports-thread.js" };
      this.emitFile({ type: "chunk", ...script });
    },
  };
}

/** The list of routes names the script of every route, and is part of a first visit: each character counts. */
const SHORT_NAMES = { entryFileNames: "assets/[hash:7].js", chunkFileNames: "assets/[hash:7].js" };

/** The first stylesheet names three fonts. */
const assetFileNames = ({ names }: { names: string[] }) =>
  `assets/${names[0]?.endsWith(".woff2") ? "" : "[name]-"}[hash:6][extname]`;

/** Packages with native code, which are not bundled into the server. */
const NATIVE = ["@myriaddreamin/typst-ts-node-compiler", "@node-rs/argon2", "better-sqlite3", "sharp"];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), slimCss(), reactRouter(), importsThread(), keepPage()],
  resolve: { tsconfigPaths: true },
  optimizeDeps: { include: ["@conform-to/react", "@conform-to/zod/v4", "zod"] },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: false,
    // How long each plugin took is nothing for somebody who starts a shop.
    rollupOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting, assetFileNames, ...SHORT_NAMES } } } },
    // The server's bundle starts at our own entry, which listens on node:http and includes React Router's build.
    // Packages are bundled too, because reading hundreds of small files took half of the start-up time.
    ssr: {
      resolve: command === "build" ? { noExternal: true, external: NATIVE } : {},
      // Leaves out code that packages have only for development.
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
      // Each process keeps the text of its scripts in memory: one megabyte less without the descriptions of functions, and half
      // without characters outside of Latin-1, such as the sign of the rupee, which give each one in a script two bytes.
      build: {
        rollupOptions: {
          input: "./app/process/server.ts",
          output: { assetFileNames, charset: "ascii", comments: { jsdoc: false } },
        },
      },
    },
  },
}));
