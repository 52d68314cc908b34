import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withPlaces } from "./keep-page";

for (const mode of ["development", "production"]) {
  it(`patches react-router's ${mode} build`, () => {
    const folder = `node_modules/react-router/dist/${mode}`;
    const files = readdirSync(folder).filter((name) => /^chunk-.*\.mjs$/.test(name));
    const code = files.map((name) => readFileSync(`${folder}/${name}`, "utf8"));
    const router = code.filter((text) => text.includes("loadRouteModule("));
    expect(router).toHaveLength(1);
    const changed = withPlaces(router[0]!);
    expect(changed).not.toContain("location.reload");
    expect(changed).toContain("isScriptMissing");
    expect(() => withPlaces(changed)).toThrow("look at scripts/vite/keep-page.ts");
  });
}
