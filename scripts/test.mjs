// npm test: all checks in one command, also on a fresh checkout: lint, types, build, unit and route tests, browser
// journeys. Prints 'N passed, N failed' at the end.
import { bin, install, ROOT, say } from "./prepare.mjs";
import { findChromium } from "./chromium.mjs";
import { SHOP_VARIABLES } from "./test/environment.mjs";
import { attempt, finish, inBackground, journeys, LAYOUT, TYPES, unitTests } from "./test/commands.mjs";

process.chdir(ROOT);
for (const name of SHOP_VARIABLES) delete process.env[name];
install();

let passed = 0;
const failures = [];

const routes = inBackground(bin("react-router"), ["typegen"]);
const types = routes.then(() => inBackground(...TYPES));
await step("lint and build", async () => {
  check("oxfmt", await attempt(LAYOUT[0], [...LAYOUT[1], "."]));
  // It reads the types of the routes, some of which are being removed until then.
  await routes;
  check("oxlint", await attempt(bin("oxlint"), ["--deny-warnings"]));
  check(
    "build",
    await attempt(process.execPath, ["-e", "import('./scripts/prepare.mjs').then((p) => p.build())"]),
  );
});
await step("types, the rest", async () => {
  await finished("types of the routes", routes);
  await finished("tsc", types);
});
await step("unit and route tests", async () => add(await unitTests("vitest", [])));
await step("browser journeys", async () =>
  add(await journeys("playwright", [], { ...process.env, CHROMIUM: findChromium() })),
);
finish(passed, failures);

async function step(name, work) {
  say(`\n── ${name}`);
  const started = performance.now();
  await work();
  say(`── ${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}

/** Shows what a check in the background said, and counts it. */
async function finished(name, work) {
  const { ok, output } = await work;
  say(output.trim());
  check(name, ok);
}

/** Counts a check as one pass or failure. */
function check(name, ok) {
  if (ok) passed += 1;
  else failures.push(name);
}

function add(run) {
  passed += run.passed;
  failures.push(...run.failures);
}
