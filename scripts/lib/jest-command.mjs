import path from "node:path";
import { projectNode, root } from "./root.mjs";

/** How one project of the tests is run. Integration tests share one database, so they run one file at a time. */
export function jestCommand(project, extra = []) {
  const args = [
    path.join(root, "node_modules/jest/bin/jest.js"),
    "--config",
    path.join(root, "tests/setup/jest.config.mjs"),
    "--selectProjects",
    project,
    "--passWithNoTests",
    ...(project === "integration" ? ["--runInBand"] : ["--maxWorkers=2"]),
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
