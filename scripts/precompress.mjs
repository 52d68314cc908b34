// The last step of a build: shortens the manifest of routes, and compresses the build's files at the highest level, so
// that nothing is compressed while a visitor waits.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { ROOT } from "./prepare.mjs";

// Node compresses these in threads, on all cores.
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest|xml|map)$/;

async function visit(folder) {
  await Promise.all(
    readdirSync(folder).map((name) => {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) return visit(file);
      return TEXT.test(name) ? compress(file) : undefined;
    }),
  );
}

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < 512) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${file}.br`, await brotli(content, { params }));
  writeFileSync(`${file}.gz`, await gzipped(content, { level: 9 }));
}

/**
 * Every first visit loads React Router's manifest of all routes. The imports of modules in it are for prefetching, which the
 * shop does not use; they are left out, as are values that are false or empty and the modules of routes that draw nothing
 * (docs/decisions/0005 has the figures).
 */
function slimManifest(folder) {
  const file = path.join(
    folder,
    readdirSync(folder).find((name) => /^manifest-[\da-f]+\.js$/.test(name)),
  );
  const [, text] = /^window\.__reactRouterManifest=(.*);$/s.exec(readFileSync(file, "utf8"));
  const manifest = JSON.parse(text);
  for (const route of Object.values(manifest.routes)) {
    for (const [name, value] of Object.entries(route))
      if (name === "imports" || value === false || (Array.isArray(value) && value.length === 0))
        delete route[name];
    // A file or feed is asked for by its address, never through the router.
    const isForPrograms = /^routes\/(?:api|payments)\//.test(route.id);
    if (!route.hasDefaultExport && !route.hasErrorBoundary && (!route.hasAction || isForPrograms))
      delete route.module;
  }
  writeFileSync(file, textOf(manifest));
  writeFileSync(file.replace(...STORE_LIST), textOf(withoutBackOffice(manifest)));
}

const textOf = (manifest) => `window.__reactRouterManifest=${JSON.stringify(manifest)};`;

/** What visitors of the store load: half of the routes are the back office's (app/entry.server.tsx chooses). */
function withoutBackOffice(manifest) {
  const isBackOffice = ({ id, parentId }) =>
    id === BACK_OFFICE || (parentId !== undefined && isBackOffice(manifest.routes[parentId]));
  const routes = Object.entries(manifest.routes).filter(([, route]) => !isBackOffice(route));
  if (routes.length === Object.keys(manifest.routes).length) throw new Error(`There is no ${BACK_OFFICE}.`);
  // The router in the browser preloads the list that it finds here.
  const url = manifest.url.replace(...STORE_LIST);
  return { ...manifest, url, routes: Object.fromEntries(routes) };
}

const STORE_LIST = ["/manifest-", "/store-manifest-"];
const BACK_OFFICE = "routes/admin/_layout";
const BUILT = path.join(ROOT, "build/client");
slimManifest(path.join(BUILT, "assets"));
await visit(BUILT);
