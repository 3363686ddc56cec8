import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";

const HEAD = `# Data model

Made from the schema in \`db/schema\` by \`npm run docs:data-model\`; do not edit it by hand. A structure test says when it
is stale. The pictures show keys only; a table's columns stand below its picture, and what they mean in the schema file.
A table drawn without keys belongs to another area.
`;

/** One word for Mermaid. */
const typeOf = (column) => column.getSQLType().replace(/[^\w[\]]+/g, "_");

/** A table as the picture needs it. */
function describe(table) {
  const { name, columns, foreignKeys, primaryKeys, indexes, uniqueConstraints } = getTableConfig(table);
  const primary = new Set([
    ...columns.filter((column) => column.primary).map((column) => column.name),
    ...primaryKeys.flatMap((key) => key.columns.map((column) => column.name)),
  ]);
  const alone = new Set([
    ...columns.filter((column) => column.isUnique).map((column) => column.name),
    ...uniqueConstraints.filter((key) => key.columns.length === 1).map((key) => key.columns[0].name),
    ...indexes
      .filter(({ config }) => config.unique && !config.where && config.columns.length === 1)
      .map(({ config }) => config.columns[0].name),
  ]);
  if (primary.size === 1) for (const only of primary) alone.add(only);
  const links = foreignKeys.map((key) => {
    const { columns: from, foreignTable } = key.reference();
    return {
      to: getTableConfig(foreignTable).name,
      by: from.map((column) => column.name).join(", "),
      isOptional: from.some((column) => !column.notNull),
      isSingle: from.length === 1 && alone.has(from[0].name),
    };
  });
  return { name, columns, primary, links };
}

function entity({ name, columns, primary, links }) {
  const foreign = new Set(links.flatMap(({ by }) => by.split(", ")));
  const lines = columns.flatMap((column) => {
    const keys = [primary.has(column.name) && "PK", foreign.has(column.name) && "FK"].filter(Boolean);
    return keys.length > 0 ? [`    ${typeOf(column)} ${column.name} ${keys.join(", ")}`] : [];
  });
  return lines.length > 0 ? [`  ${name} {`, ...lines, "  }"] : [`  ${name}`];
}

function relation(name, { to, by, isOptional, isSingle }) {
  return `  ${to} ${isOptional ? "|o" : "||"}--${isSingle ? "o|" : "o{"} ${name} : "${by}"`;
}

/** The page: `areas` is a list of a schema file's name and what it exports. */
export function renderDataModel(areas) {
  const parts = areas.flatMap(([area, exported]) => {
    const tables = Object.values(exported)
      .filter((value) => is(value, PgTable))
      .map(describe)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (tables.length === 0) return [];
    const picture = [
      "```mermaid",
      "erDiagram",
      ...tables.flatMap(entity),
      ...tables.flatMap(({ name, links }) => links.map((link) => relation(name, link)).sort()),
      "```",
    ];
    const columns = tables.map(({ name, columns }) => `- \`${name}\`: ${columns.map(({ name }) => name).join(", ")}`);
    return [`\n## ${area}\n\n\`db/schema/${area}.ts\`\n`, ...picture, "", ...columns];
  });
  return `${[HEAD.trimEnd(), ...parts].join("\n")}\n`;
}
