// `node scripts/jest.mjs <unit|component|structure|integration> [arguments of Jest]`
import { spawn } from "node:child_process";
import { jestCommand } from "./lib/jest-command.mjs";

const [project, ...rest] = process.argv.slice(2);
const { file, args, env } = jestCommand([project], rest);
const child = spawn(file, args, { env, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
