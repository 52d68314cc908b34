import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { withPlaces } from "./keep-page";

for (const mode of ["development", "production"]) {
  it(`patches react-router's ${mode} build`, () => {
    for (const name of ["dom/ssr/routeModules.js", "dom/ssr/routes.js", "router/router.js"]) {
      const file = `node_modules/react-router/dist/${mode}/lib/${name}`;
      const code = readFileSync(file, "utf8");
      const changed = withPlaces(code, file);
      expect(changed).not.toBe(code);
      expect(() => withPlaces("", file)).toThrow("look at scripts/vite/keep-page.ts");
    }
  });
}
