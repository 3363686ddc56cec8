import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "@/scripts/lib/root.mjs";

/** Paths of our own source files below the root, `/` separated. */
export function sources(...patterns: string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: (name) => name === "node_modules" || name === ".next" }).sort();
}

export function read(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** A file's code without comments; texts stay. */
export function code(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** Rules that a file may be exempt from, each of one structure test. */
export const EXEMPTIBLE = ["environment", "requests", "services", "text"] as const;

/** A file says by `// @exempt <rule>: <why>` that it need not keep a rule. */
export function exemptions(file: string): { rule: string; why: string }[] {
  return [...read(file).matchAll(/^\/\/ @exempt ([\w-]+): (.+)$/gm)].map(([, rule = "", why = ""]) => ({ rule, why }));
}

export const isExempt = (file: string, rule: (typeof EXEMPTIBLE)[number]) =>
  exemptions(file).some((one) => one.rule === rule);

/** Sources of what Node runs by itself, outside of Next. */
export function workerPrograms(): string[] {
  const { include } = JSON.parse(read("tsconfig.workers.json")) as { include: string[] };
  return sources(...include.map((folder) => `${folder}/**/*.ts`)).filter((file) => !file.endsWith(".d.ts"));
}

export interface Import {
  file: string;
  /** Path below the root, without an ending; packages as they are written. */
  target: string;
  /** Gone once it is compiled. */
  typeOnly: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?([^;"']*?)\bfrom\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)|(?:^|\n)\s*import\s*["']([^"']+)["']/g;

export function importsOf(file: string): Import[] {
  return [...code(file).matchAll(IMPORT)].map(([, type, names = "", from, dynamic, bare]) => ({
    file,
    target: resolve(file, from ?? dynamic ?? bare ?? ""),
    typeOnly: Boolean(type) || areTypes(names),
  }));
}

/** Whether each of the names in braces is marked as a type. */
function areTypes(names: string): boolean {
  const list = /^\{([^}]*)\}\s*$/.exec(names)?.[1];
  return list?.split(",").every((name) => /^\s*(type\s|$)/.test(name)) ?? false;
}

function resolve(file: string, target: string): string {
  if (target.startsWith("@/")) return target.slice(2);
  return target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target) : target;
}
