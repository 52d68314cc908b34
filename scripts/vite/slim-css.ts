import type { Plugin } from "vite";

/**
 * Tailwind composes its utilities through custom properties (--tw-…), even if a stylesheet does not combine them, and
 * registers each of them twice: with @property, and for older browsers on every element. This removes those without
 * effect in this stylesheet. It can be removed when Tailwind leaves them out itself, or when e2e/budgets.spec.ts
 * passes without it: nothing else depends on it.
 */
export function slimCss(): Plugin {
  return {
    name: "kitab:slim-css",
    apply: "build",
    // After Tailwind's plugin, which also runs before Vite's own handling of stylesheets.
    enforce: "pre",
    transform: {
      filter: { id: /\.css(?:\?|$)/ },
      handler: (code, id) => ({ code: withNotice(slim(code), id), map: null }),
    },
  };
}

/** Tailwind begins each sheet with its licence: once, in the sheet that every page loads, is enough. */
export const withNotice = (css: string, id: string) =>
  /\/app\.css(?:\?|$)/.test(id) ? css : css.replace(/^\/\*! tailwindcss [^]*?\*\/\s*/, "");

const BORDER_STYLE = /border(?:-[a-z]+)*-style:var\(--tw-border-style\)(?:!important)?;?/g;

export function slim(css: string): string {
  // The reset (styles/app.css) makes all borders solid, so utilities need not do so again.
  let slimmed = css.replace(BORDER_STYLE, "");
  const registered = new Map<string, string | undefined>();
  for (const [, name, body] of slimmed.matchAll(/@property (--tw-[\w-]+)\{([^}]*)\}/g))
    registered.set(name!, /initial-value:([^;}]*)/.exec(body!)?.[1]);
  slimmed = slimmed
    .replace(/@property --tw-[^}]*\}/g, "")
    .replace(/@layer properties\{@supports.*?\}\}\}/, "");

  // Properties that are never set: use the initial value, else the fallback.
  slimmed = replaceUses(slimmed, (name, fallback, whole) => {
    if (!name.startsWith("--tw-") || isSet(slimmed, name)) return whole;
    return registered.get(name) ?? fallback ?? whole;
  });
  // Properties that are set in the same rule as their only use: inline them.
  slimmed = slimmed.replace(/\{([^{}]*)\}/g, (_, body: string) => `{${inlineWithin(body)}}`);
  // Properties that are never used: remove them.
  for (const name of registered.keys())
    if (!slimmed.includes(`var(${name}`)) slimmed = slimmed.replace(setter(name), "");
  slimmed = slimmed
    .replace(/box-shadow:(?:0 0 #0000, ?)+/g, "box-shadow:")
    .replace(/(?<=(?:font-variant-numeric|filter):) +/g, "")
    .replace(/,--tw-gradient-(?:from|via|to)\b/g, "")
    .replace(/;+(?=\})/g, "");

  const left = [...registered].filter(([name]) => slimmed.includes(`var(${name}`));
  const properties = left.map(
    ([name, initial]) =>
      `@property ${name}{syntax:"*";inherits:false${initial === undefined ? "" : `;initial-value:${initial}`}}`,
  );
  return slimmed + properties.join("");
}

const setter = (name: string) => new RegExp(`(?<=[{;])${name}:[^;}]*;?`, "g");
const isSet = (css: string, name: string) => setter(name).test(css);

/** Replaces each var(), innermost first. */
function replaceUses(
  css: string,
  by: (name: string, fallback: string | undefined, whole: string) => string,
): string {
  let at = css.length;
  let text = css;
  while ((at = text.lastIndexOf("var(--", at - 1)) >= 0) {
    let depth = 0;
    let end = at + 3;
    do {
      if (text[end] === "(") depth += 1;
      if (text[end] === ")") depth -= 1;
      end += 1;
    } while (depth > 0);
    const whole = text.slice(at, end);
    const [, name, , fallback] = /^var\((--[\w-]+)(,([^]*))?\)$/.exec(whole) ?? [];
    if (name) text = text.slice(0, at) + by(name, fallback, whole) + text.slice(end);
    if (at === 0) break;
  }
  return text;
}

/** Inlines properties within one rule; of one that is set twice, the last value counts. */
function inlineWithin(body: string): string {
  const own = new Map<string, string>();
  for (const [, name, value] of body.matchAll(/(?:^|;)(--tw-[\w-]+):([^;]*)/g))
    own.set(name!, value!.replace("!important", ""));
  return replaceUses(body, (name, _, whole) => own.get(name) ?? whole);
}
