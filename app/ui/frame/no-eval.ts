/**
 * zod tries whether it may compile code when the first schema is made. The pages' policy refuses that, and browsers log the
 * refusal. With `jitless` zod does not try. `__zod_globalConfig` is where all copies of zod look for their settings: set here
 * before any schema is made, since the root imports it and the root's module is the first of every page. This can go when
 * zod no longer compiles code.
 */
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
