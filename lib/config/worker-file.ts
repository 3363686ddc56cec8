import "server-only";
import path from "node:path";
import { env } from "./env";

/** Made by the build (scripts/lib/worker-build.mjs). */
const BUILT = ".next/workers";

const isBuilt = () => env().NODE_ENV === "production";

/**
 * The program of a process or thread that Node runs by itself, named by its source below the root. While developing and in
 * tests it is the source, whose types Node takes away at every start; a product would wait for that at each file.
 */
export function workerFile(source: string): string {
  const file = isBuilt() ? `${BUILT}/${source.replace(/\.ts$/, ".js")}` : source;
  return path.resolve(/* turbopackIgnore: true */ file);
}

/**
 * What such a program has to be allowed to read before it has loaded. On the way from the built ones to the packages Node
 * looks into a folder of Next's, and gives up where it may not.
 */
export function workerFolders(): string[] {
  const own = isBuilt() ? [BUILT, ".next/node_modules"] : ["lib"];
  return [...own, "node_modules", "package.json"].map((name) => path.resolve(/* turbopackIgnore: true */ name));
}
