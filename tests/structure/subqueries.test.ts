import { sql } from "drizzle-orm";
import { PgDialect, pgTable, QueryBuilder, uuid } from "drizzle-orm/pg-core";
import { correlated } from "@/db/correlated";
import { code, sources } from "./source";

const TEMPLATE = /(.{0,60})sql(?:<[^`]*?>)?`((?:[^`\\]|\\.)*)`/gs;

/** What stands for tables in a file: imported from the schema, or an alias of one. */
function tablesOf(text: string): Set<string> {
  const imported = [...text.matchAll(/import \{([^}]*)\} from "(?:\.\.\/schema\/|@\/db\/schema\/)[^"]+"/g)];
  const names = imported.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
  const aliases = [...text.matchAll(/const (\w+) = alias\(/g)].map(([, name = ""]) => name);
  return new Set([...names, ...aliases]);
}

/** Subqueries that name a column by its table and do not go through `correlated`. */
function bareSubqueries(text: string): string[] {
  const tables = tablesOf(text);
  return [...text.matchAll(TEMPLATE)].flatMap(([, before = "", body = ""]) => {
    const isSubquery = /\(\s*select\b/i.test(body);
    const namesColumn = [...body.matchAll(/\$\{(\w+)\.\w+\}/g)].some(([, table = ""]) => tables.has(table));
    return isSubquery && namesColumn && !/correlated(<[^>]*>)?\(\s*$/.test(before) ? [body.trim()] : [];
  });
}

it("subqueries that reach for the query around them keep the names of its tables", () => {
  const found = sources("db/queries/**/*.ts", "lib/**/*.ts").flatMap((file) =>
    bareSubqueries(code(file)).map((body) => `${file}: ${body}`),
  );
  expect(found).toEqual([]);
});

it("tells a bare subquery from one that keeps its names", () => {
  const imports = 'import { runs, chats } from "../schema/conversation";\n';
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is looked at
  const subquery = "sql<boolean>`exists (select 1 from ${runs} where ${runs.chatId} = ${chats.id})`";
  expect(bareSubqueries(`${imports}const running = ${subquery};`)).toHaveLength(1);
  expect(bareSubqueries(`${imports}const running = correlated(${subquery});`)).toEqual([]);
});

it("a correlated subquery compares the columns of two tables, also as a field of a select from one", () => {
  const chats = pgTable("chats", { id: uuid("id") });
  const runs = pgTable("runs", { id: uuid("id"), chatId: uuid("chat_id") });
  const subquery = sql<boolean>`exists (select 1 from ${runs} where ${runs.chatId} = ${chats.id})`;
  const { sql: text } = new PgDialect().sqlToQuery(
    new QueryBuilder()
      .select({ running: correlated(subquery) })
      .from(chats)
      .getSQL(),
  );
  expect(text).toContain('"runs"."chat_id" = "chats"."id"');
});
