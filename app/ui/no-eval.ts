declare global {
  /** zod's settings, wherever its copies come from. */
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Before any schema is made: zod tries whether it may compile code, which the pages' policy refuses, and browsers log the
 * try. Told beforehand, it does not. The root imports this, since its module is the first of every page.
 */
if (!import.meta.env.SSR) globalThis.__zod_globalConfig = { jitless: true };

export {};
