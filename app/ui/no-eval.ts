/**
 * Before any schema is made: zod tries whether it may compile code, which the pages' policy refuses, and browsers log the
 * try. Told beforehand, it does not. `__zod_globalConfig` is where zod keeps its settings, wherever its copies come from.
 * The root imports this, since its module is the first of every page.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
