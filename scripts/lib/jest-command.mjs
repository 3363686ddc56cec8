import path from "node:path";
import { projectNode, root } from "./root.mjs";

/** How projects of the tests are run. Integration tests share one database, so they run one file at a time. */
export function jestCommand(projects, extra = []) {
  const args = [
    path.join(root, "node_modules/jest/bin/jest.js"),
    "--config",
    path.join(root, "tests/setup/jest.config.mjs"),
    "--selectProjects",
    ...projects,
    "--passWithNoTests",
    ...(projects.includes("integration") ? ["--runInBand"] : ["--maxWorkers=2"]),
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
