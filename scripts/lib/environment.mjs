import { StartError } from "./report.mjs";
import { projectNode, script } from "./root.mjs";
import { runCommand } from "./run-command.mjs";
import { receiveSecrets } from "./secret-environment.mjs";

/**
 * Reads and validates the environment, `.env` included (a variable that is set wins over the file).
 * Returns the settings the start script needs and puts the file's variables into `process.env`.
 * Throws a StartError that names the wrong variable, never its value.
 */
export async function readEnvironment({ signal } = {}) {
  // A command that the product itself starts gets them from it (lib/backups/run.ts).
  Object.assign(process.env, receiveSecrets());
  const done = await runCommand(projectNode, [script("check-environment.mjs")], { signal });
  signal?.throwIfAborted();
  if (done.code !== 0) throw new StartError(done.output.trim());
  const { added, settings } = JSON.parse(done.stdout);
  Object.assign(process.env, added);
  return settings;
}
