// What failed, named once more at the end of a run, where a log of thousands of lines is read first.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const FIRST_LINES = 12;
const COLOURS = /\u001B\[[\d;]*m/g; // oxlint-disable-line no-control-regex

/** Vitest's reporter of errors outside of tests, which its JSON report leaves out: a list of texts in UNHANDLED_ERRORS_FILE. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    writeFileSync(
      process.env.UNHANDLED_ERRORS_FILE,
      JSON.stringify(errors.map(({ message, stack }) => `${message}\n${stack ?? ""}`)),
    );
  }
}

/** @param report of vitest's JSON reporter @returns a text for each failure: file, title, the first lines of the error */
export const unitFailures = ({ testResults }, errorsFile) => [
  ...testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && failed.length === 0) return [text(name, "could not be run", message)];
    return failed.map((test) => text(name, test.fullName, test.failureMessages.join("\n")));
  }),
  ...(existsSync(errorsFile) ? JSON.parse(readFileSync(errorsFile, "utf8")) : []).map((error) =>
    text("outside of tests", "", error),
  ),
];

/** @param report of Playwright's JSON reporter @returns a text for each failure: file, title, the first lines of the error */
export const journeyFailures = ({ suites, errors }) => [
  ...suites.flatMap(failedIn),
  ...errors.map(({ message }) => text("outside of journeys", "", message)),
];

function failedIn({ suites = [], specs }) {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected")
      .map(({ projectName, results }) =>
        text(
          `${file} (${projectName})`,
          title,
          results
            .at(-1)
            ?.errors.map(({ message }) => message)
            .join("\n"),
        ),
      ),
  );
  return [...failed, ...suites.flatMap(failedIn)];
}

const text = (where, title, error = "") => {
  const lines = error.replace(COLOURS, "").replaceAll(`${process.cwd()}/`, "").split("\n");
  const ours = lines.filter((line) => !line.includes("node_modules/")).slice(0, FIRST_LINES);
  return [`${path.relative("", where)}: ${title}`, ...ours].join("\n    ");
};
