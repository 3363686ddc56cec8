// `npm run test:e2e [-- arguments of Playwright]`: the end-to-end tests on a product started for them alone.
import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { CHROMIUM_MISSING, findChromium } from "./lib/chromium.mjs";
import { endToEndCommand } from "./lib/e2e-command.mjs";

if (!(await findChromium())) {
  console.error(CHROMIUM_MISSING);
  process.exit(1);
}
const { file, args, env, dataDir } = await endToEndCommand(process.argv.slice(2));
const child = spawn(file, args, { env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", async (code) => {
  await rm(dataDir, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
