import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { root } from "./root.mjs";

const DECLARED = /^export const \w+ = defineArea\((\{[\s\S]*?^\})\);$/m;

/** Every area of the product by its file, in the order of the files. Throws an Error that names a file it cannot read. */
export function declaredAreas() {
  return globSync("lib/**/area.ts", { cwd: root })
    .map((file) => file.split(path.sep).join("/"))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }))
    .filter(({ text }) => text.includes("defineArea("))
    .map(({ file, text }) => ({ file, area: readArea(file, text) }));
}

/** What the text of an `area.ts` declares. */
export function readArea(file, text) {
  const [, literal] = DECLARED.exec(text) ?? [];
  if (!literal) throw new Error(`${file}: must hold \`export const NAME = defineArea({ … });\` over several lines`);
  try {
    // Literals know no names; whatever is not a plain value ends here.
    return JSON.parse(JSON.stringify(runInNewContext(`(${literal})`, {})));
  } catch (cause) {
    throw new Error(`${file}: an area holds literals only`, { cause });
  }
}

/** The entries all areas have under a name. Throws an Error that names both files when two declare one key. */
export function entriesOf(areas, name) {
  const from = new Map();
  const entries = new Map();
  for (const { file, area } of areas) {
    for (const [key, value] of Object.entries(area[name] ?? {})) {
      if (from.has(key)) throw new Error(`${file}: \`${key}\` of ${name} is declared in ${from.get(key)} already`);
      from.set(key, file);
      entries.set(key, value);
    }
  }
  return entries;
}

/** Every permission code with its name in `P`, by its number. Throws an Error where numbers or codes are not each one's own. */
export function codesOf(areas) {
  const codes = [...entriesOf(areas, "codes")].map(([name, code]) => ({ name, ...code }));
  codes.sort((a, b) => a.number - b.number);
  for (const [at, { name, code, number }] of codes.entries()) {
    const other = codes.find((one) => one.name !== name && (one.number === number || one.code === code));
    if (other?.code === code)
      throw new Error(`permission code \`${code}\` is declared as ${name} and as ${other.name}`);
    if (other)
      throw new Error(
        `number ${number} is that of ${name} and of ${other.name}: the new one takes ${codes.length - 1}`,
      );
    if (number !== at)
      throw new Error(`number ${at} of the permission codes is missing: the one after it is ${name}'s`);
  }
  return codes;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Every tool of the app area with its texts, which `textsIn(file, locale)` reads, and whose first screen `hasScreen(path)`
 * knows. Throws an Error that names the tool where it could not be opened, named or told from another.
 */
export function appToolsOf(areas, { textsIn, hasScreen }) {
  const seen = new Map();
  return [...entriesOf(areas, "appTools")].map(([key, { id, path: screen, icon }]) => {
    const { file } = areas.find(({ area }) => area.appTools && key in area.appTools);
    if (!UUID.test(id)) throw new Error(`${file}: the id of the tool \`${key}\` is no UUID`);
    if (seen.has(id)) throw new Error(`${file}: the tool \`${key}\` has the id of ${seen.get(id)}`);
    if (!hasScreen(screen)) throw new Error(`${file}: the tool \`${key}\` has no screen at apps/app/[appId]/${screen}`);
    seen.set(id, key);
    const texts = Object.fromEntries(
      ["zh_CN", "en_US"].map((locale) => {
        const { name, description } = textsIn(file, locale).shared?.appTools?.[key] ?? {};
        if (!name || !description) throw new Error(`${file}: the tool \`${key}\` has no texts in ${locale}`);
        return [locale, { name, description }];
      }),
    );
    return { key, id, path: screen, icon, texts };
  });
}

/** File of an area's texts, without its ending: the name of its folder. */
export function textsOf(file) {
  return path.posix.basename(path.posix.dirname(file));
}
