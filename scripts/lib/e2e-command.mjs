import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { projectNode, root } from "./root.mjs";

/** How the end-to-end tests are run; the caller removes `dataDir` afterwards. */
export async function endToEndCommand(extra = []) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "meridian-e2e-"));
  const args = [
    path.join(root, "node_modules/@playwright/test/cli.js"),
    "test",
    "--config",
    path.join(root, "tests/setup/playwright.config.ts"),
    "--pass-with-no-tests",
    ...extra,
  ];
  return { file: projectNode, args, env: { ...process.env, E2E_DATA_DIR: dataDir }, dataDir };
}
