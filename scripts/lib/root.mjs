import path from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the project. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** The Node that came with the packages; exists once they are installed. */
export const projectNode = path.join(root, "node_modules/node/bin/node");

/** Absolute path of a script of this project. */
export const script = (name) => path.join(root, "scripts", name);
