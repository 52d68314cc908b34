// The frame of the commands backup, restore, clear-sample, staff and export: arguments, help, errors and exit codes.
import { aboutDamage } from "./damaged.mjs";
import { dataFolder, Refusal } from "./files.mjs";

export const say = (text) => process.stdout.write(`${text}\n`);
export const complain = (text) => process.stderr.write(`${text}\n`);

/**
 * Reads the arguments, then prints the help or does the work; errors are reported in a sentence.
 * Exit codes: 2 for wrong arguments, 1 when the work was refused or failed, else what the work returns, or 0.
 * @param command.readArguments throws for wrong arguments @param command.failed prefix of unexpected errors
 */
export async function runCommand({ usage, readArguments, work, failed }) {
  let given;
  try {
    given = readArguments();
  } catch (error) {
    complain(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
  if (given.help) return say(usage);
  try {
    process.exitCode = (await work(given)) ?? 0;
  } catch (error) {
    const isExplained = error instanceof Refusal || error.name === "ConfigError";
    const message = isExplained ? error.message : `${failed}: ${error.message}`;
    complain(aboutDamage(error, dataFolder(given.data)) ?? message);
    process.exitCode = 1;
  }
}
