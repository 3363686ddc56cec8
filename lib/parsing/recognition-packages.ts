import "server-only";
import { existsSync } from "node:fs";
import path from "node:path";

/** Packages that may be missing: the machine, and what it knows of each language. */
const PACKAGES = ["tesseract.js-core", "@tesseract.js-data/chi_sim", "@tesseract.js-data/eng"];

/** Whether words in pictures can be recognised here; the packages for it are optional. */
export function isRecognitionInstalled(): boolean {
  const folders = PACKAGES.map((name) => path.resolve(/* turbopackIgnore: true */ `node_modules/${name}`));
  return folders.every((folder) => existsSync(/* turbopackIgnore: true */ `${folder}/package.json`));
}
