import path from "node:path";
import { projectNode, root } from "./root.mjs";

/** How projects of the tests are run. The order of files follows TEST_SEED, a number; the same one without it. */
export function jestCommand(projects, extra = []) {
  const args = [
    path.join(root, "node_modules/jest/bin/jest.js"),
    "--config",
    path.join(root, "tests/setup/jest.config.mjs"),
    "--selectProjects",
    ...projects,
    "--passWithNoTests",
    "--maxWorkers=2",
    // Generous: forms are filled key by key on what may be two busy cores. Integration tests have a longer one.
    "--testTimeout=20000",
    // The modules of each file stay in its worker's memory for a while.
    "--workerIdleMemoryLimit=1500MB",
    `--seed=${Number(process.env.TEST_SEED) || 1}`,
    "--showSeed",
    ...extra,
  ];
  const env = {
    ...process.env,
    NODE_ENV: "test",
    TZ: "UTC",
    // Lets Jest load ES modules as Node does; without it the list of packages to transform has no end.
    NODE_OPTIONS: [process.env.NODE_OPTIONS, "--experimental-vm-modules", "--disable-warning=ExperimentalWarning"]
      .filter(Boolean)
      .join(" "),
  };
  return { file: projectNode, args, env };
}
