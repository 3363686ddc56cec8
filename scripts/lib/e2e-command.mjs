import { generateKeyPairSync } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { projectNode, root } from "./root.mjs";

/**
 * How the end-to-end tests are run; the caller removes `dataDir` afterwards. Their order follows TEST_SEED, a number; it
 * is the same one without it.
 */
export async function endToEndCommand(extra = []) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "meridian-e2e-"));
  const args = [
    path.join(root, "node_modules/@playwright/test/cli.js"),
    "test",
    "--config",
    path.join(root, "tests/setup/playwright.config.ts"),
    "--pass-with-no-tests",
    `--shuffle=${Number(process.env.TEST_SEED) || 1}`,
    ...extra,
  ];
  // The product believes an issuer of licences that exists for this run alone.
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const env = {
    ...process.env,
    E2E_DATA_DIR: dataDir,
    E2E_LICENCE_KEY: privateKey.export({ type: "pkcs8", format: "pem" }),
    LICENCE_PUBLIC_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64url"),
  };
  return { file: projectNode, args, env, dataDir };
}
