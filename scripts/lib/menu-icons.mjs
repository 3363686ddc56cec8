import { readFileSync } from "node:fs";
import path from "node:path";
import { runInNewContext } from "node:vm";
import { root } from "./root.mjs";

/** What an entry without an icon of its own shows. */
const FALLBACK = "square";
const DRAWINGS = "node_modules/lucide-react/dist/esm";

const textOf = (file) => readFileSync(path.join(root, file), "utf8");

function names() {
  const [, listed] = textOf("lib/config/menu-icons.ts").match(/MENU_ICONS = \[([^\]]*)\]/);
  return [...[...listed.matchAll(/"([^"]+)"/g)].map(([, name]) => name), FALLBACK];
}

/** The drawing of an icon; a name may be a former one of another. Throws where there is none. */
function drawing(name, index) {
  const file = index.match(new RegExp(`"${name}": \\(\\) => import\\('\\./([^']+)'\\)`))?.[1];
  if (!file) throw new Error(`lib/config/menu-icons.ts: there is no icon \`${name}\``);
  const [, literal] = textOf(`${DRAWINGS}/${file}`).match(/const __iconData = (\{[\s\S]*?\n\});/);
  return runInNewContext(`(${literal})`);
}

function marks({ node }) {
  return node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([name, value]) => ` ${name}='${value}'`);
      return `<${tag}${written.join("")}/>`;
    })
    .join("");
}

/**
 * The icons of menus as markup: every page shows some twenty of them, and as components they are a third of all elements
 * a page is made of.
 */
export function menuIcons() {
  const index = textOf(`${DRAWINGS}/dynamicIconImports.mjs`);
  const drawn = names().map((name) => [name, marks(drawing(name, index))]);
  return [
    "// Made by `npm run generate` from the names in lib/config/menu-icons.ts; never edited by hand.",
    "",
    "/** What is drawn in the field of 24 by 24 of each icon. */",
    "export const MENU_ICON_MARKS = {",
    ...drawn.map(([name, text]) => `  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${JSON.stringify(text)},`),
    "} as const;",
    "",
  ].join("\n");
}
