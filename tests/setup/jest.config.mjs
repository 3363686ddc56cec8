import nextJest from "next/jest.js";
import { root } from "../../scripts/lib/root.mjs";
import { readPragmas } from "./pragmas.mjs";

const withNext = nextJest({ dir: root });

/** Files that need what this machine does not have (scripts/lib/test-tools.mjs). */
const leftOut = (process.env.TEST_LEFT_OUT ?? "").split(",").filter(Boolean);
/** A run on a Postgres is a further one: integration-start.mjs names what it leaves out. */
const once = process.env.TEST_DATABASE_URL ? readPragmas().filter(({ isOnce }) => isOnce) : [];

const shared = {
  rootDir: root,
  moduleNameMapper: {
    "^@/(.*)$": "<rootDir>/$1",
    // Its package names a CommonJS file for `require` that it does not hold.
    "^numfmt$": "<rootDir>/node_modules/numfmt/dist/index.js",
    // Its package names an ES module only.
    "^remend$": "<rootDir>/node_modules/remend/dist/index.js",
  },
  modulePathIgnorePatterns: ["<rootDir>/.next/"],
  clearMocks: true,
  restoreMocks: true,
};

async function project(name, settings) {
  const testMatch = [`<rootDir>/tests/${name}/**/*.test.ts`, `<rootDir>/tests/${name}/**/*.test.tsx`];
  const config = await withNext({ ...shared, displayName: name, testEnvironment: "node", testMatch, ...settings })();
  // Next's rule takes .mjs files too and makes them CommonJS, but Jest loads them as the ES modules they are.
  const [[, compiler]] = Object.entries(config.transform);
  return { ...config, transform: { "^.+\\.[jt]sx?$": compiler } };
}

/** One project a kind of test (CODE-STYLE 9); `scripts/jest.mjs <kind>` runs one. */
export default async () => ({
  rootDir: root,
  testSequencer: "<rootDir>/tests/setup/sequencer.mjs",
  projects: await Promise.all([
    project("unit"),
    project("component", {
      testEnvironment: "jsdom",
      setupFilesAfterEnv: ["<rootDir>/tests/setup/component.ts"],
    }),
    project("structure"),
    project("integration", {
      testEnvironment: "<rootDir>/tests/setup/integration-environment.mjs",
      globalSetup: "<rootDir>/tests/setup/integration-start.mjs",
      setupFilesAfterEnv: ["<rootDir>/tests/setup/integration-file.ts"],
      testPathIgnorePatterns: [...once.map(({ file }) => file), ...leftOut].map((file) => `/${file}$`),
      globalTeardown: "<rootDir>/tests/setup/integration-stop.mjs",
    }),
  ]),
});
