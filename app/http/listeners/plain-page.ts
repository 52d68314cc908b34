import { createHash } from "node:crypto";

// The page shown when no page of the shop can be rendered: a message and a link home, in the shop's style, in one answer
// that loads nothing else.

/** The colours of styles/app.css, light and dark. */
const STYLE = `:root{color-scheme:light dark;background:light-dark(#faf6ee,#17140f);color:light-dark(#221d16,#efe8db)}
.light{color-scheme:light}.dark{color-scheme:dark}
body{box-sizing:border-box;min-height:100vh;margin:0;padding:4rem 1.25rem;display:grid;align-content:center;justify-content:center;font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:36rem}
p{margin:0;color:light-dark(#635a4c,#b3a896);font-variant-numeric:tabular-nums}
h1{margin:.25rem 0 1.5rem;padding-bottom:1.25rem;border-bottom:4px double light-dark(#8c8170,#857a69);font:500 2rem/1.2 Eczar,Georgia,"Noto Serif",serif;text-wrap:balance;overflow-wrap:anywhere}
a{display:inline-block;padding:.6rem 1.25rem;border-radius:4px;background:light-dark(#9c2f1c,#f0906f);color:light-dark(#fffaf2,#2a0f07);font-weight:600;text-decoration:none}
a:hover{background:light-dark(#7d2313,#f6ad93)}
a:focus-visible{outline:3px solid light-dark(#9c2f1c,#f0906f);outline-offset:2px}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** A refusal's body, with its headers. */
export interface PlainAnswer {
  body: string;
  headers: Record<string, string>;
}

/**
 * A message as an answer: a page for browsers, a line of text for programs.
 * @param asked.accept of the request; without text/html the answer is text @param asked.cookie names the theme
 */
export function plainAnswer(
  { status, msg }: { status: number; msg: string },
  asked: { accept: string | null | undefined; cookie: string | null | undefined },
): PlainAnswer {
  const always = { Vary: "Accept" };
  if (!/\btext\/html\b/.test(asked.accept ?? ""))
    return { body: `${msg}\n`, headers: { ...always, "Content-Type": "text/plain; charset=utf-8" } };
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(asked.cookie ?? "")?.[1];
  const text = msg.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return {
    body: `<!doctype html>
<html lang="en-IN"${theme ? ` class="${theme}"` : ""}>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${text}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
<main><p>${status}</p><h1>${text}</h1><a href="/">Return to Home</a></main>
</html>
`,
    headers: {
      ...always,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `${POLICY}; img-src data:`,
    },
  };
}
