import { existsSync } from "node:fs";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { root } from "../../scripts/lib/root.mjs";
import { launchOptions } from "./browser";

const port = Number(process.env.E2E_PORT ?? 3900);
const modelPort = port + 1;
const modelServer = path.join(root, "tests/fakes/model-server.mjs");
const address = `http://127.0.0.1:${port}`;

/** Files that need what this machine does not have (scripts/lib/test-tools.mjs). */
const leftOut = (process.env.TEST_LEFT_OUT ?? "").split(",").flatMap((file) => (file ? [`**/${file}`] : []));

const dataDir = process.env.E2E_DATA_DIR;
if (!dataDir) throw new Error("Run the end-to-end tests with `npm run test:e2e`, which makes a data folder for them.");

const product = {
  command: "npm start",
  cwd: root,
  url: `${address}/api/health`,
  timeout: 300_000,
  reuseExistingServer: false,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 15_000 },
  stdout: "pipe" as const,
  env: {
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    ADMIN_USERNAME: "admin",
    ADMIN_PASSWORD: "Admin12345",
    LOG_LEVEL: "warn",
    // Own tools and workflows of people reach APIs of the tests, searches a site of theirs, and nothing else of this machine.
    ALLOW_PRIVATE_NETWORK: [port + 2, port + 3, port + 4].map((one) => `127.0.0.1:${one}`).join(),
    CHECK_ANSWERS: "1",
    OPENAI_BASE_URL: `http://127.0.0.1:${modelPort}/v1`,
    OPENAI_API_KEY: "fake-key",
    OPENAI_MODEL: "fake-echo",
  },
};

const fakeModels = {
  command: `node ${JSON.stringify(modelServer)} --port ${modelPort}`,
  cwd: root,
  port: modelPort,
  reuseExistingServer: false,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5000 },
};

export default defineConfig({
  testDir: path.join(root, "tests/e2e"),
  outputDir: path.join(root, "test-results"),
  workers: 2,
  // Generous: two browsers, the product and its database share what may be two busy cores.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // A test that needs them is named at the end of the run (scripts/test.mjs).
  retries: process.env.CI ? 2 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.E2E_REPORT ? [["line"], ["json", { outputFile: process.env.E2E_REPORT }]] : [["list"]],
  use: {
    baseURL: address,
    // Recording every journey costs a quarter of the run: only the second try of one that failed is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: await launchOptions(),
  },
  projects: [
    { name: "models", testMatch: "**/*.setup.ts", use: devices["Desktop Chrome"] },
    {
      name: "journeys",
      dependencies: ["models"],
      testMatch: "**/*.spec.ts",
      testIgnore: ["**/*.alone.spec.ts", "**/*.last.spec.ts", ...leftOut],
      use: devices["Desktop Chrome"],
    },
    {
      // What changes the product for everybody (its name, terms that must be accepted) comes when nobody else is there.
      name: "alone",
      dependencies: ["journeys"],
      testMatch: "**/*.alone.spec.ts",
      testIgnore: leftOut,
      fullyParallel: false,
      workers: 1,
      use: devices["Desktop Chrome"],
    },
    {
      // What cannot be taken back within a run.
      name: "last",
      dependencies: ["alone"],
      testMatch: "**/*.last.spec.ts",
      fullyParallel: false,
      workers: 1,
      use: devices["Desktop Chrome"],
    },
  ],
  webServer: existsSync(modelServer) ? [fakeModels, product] : [product],
});
