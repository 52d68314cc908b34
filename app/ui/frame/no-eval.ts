/**
 * zod tries to compile code when the first schema is made. The pages' policy refuses that, and browsers log the refusal.
 * With `jitless` zod does not try. `__zod_globalConfig` is where all copies of zod look for their settings. It is set here
 * before any schema is made: the root imports this file, and the root's module is the first of every page. Remove this
 * when zod no longer compiles code.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
