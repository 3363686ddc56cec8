import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";

interface Kind {
  table: string;
  /** What people call one. */
  name: SQL;
  /** Whose it is, where it is nobody else's business. */
  owner?: string;
}

/** Things of the operation log by the type it names them with. */
const KINDS: Record<string, Kind> = {
  user: { table: "users", name: sql`name` },
  department: { table: "departments", name: sql`name` },
  role: { table: "roles", name: sql`name` },
  menu: { table: "menus", name: sql`name_zh` },
  model: { table: "models", name: sql`name` },
  supplier: { table: "suppliers", name: sql`name` },
  "supplier-key": { table: "supplier_keys", name: sql`hint` },
  "api-key": { table: "api_keys", name: sql`name` },
  "login-channel": { table: "login_channels", name: sql`name_en` },
  licence: { table: "licences", name: sql`serial` },
  terms: { table: "terms_versions", name: sql`'v' || version` },
  mcp_server: { table: "mcp_servers", name: sql`name` },
  mcp_tool: { table: "mcp_tools", name: sql`name` },
  promptCategory: { table: "prompt_categories", name: sql`name_zh` },
  backup: { table: "backups", name: sql`file_name` },
  "request-log": { table: "request_logs", name: sql`model_name` },
  budget: {
    table: "budgets",
    name: sql`case subject_type when 'app' then subject_id
      when 'user' then (select users.name from users where users.id::text = subject_id)
      when 'department' then (select departments.name from departments where departments.id::text = subject_id)
      else (select api_keys.name from api_keys where api_keys.id::text = subject_id) end`,
  },
  channel: {
    table: "channels",
    name: sql`(select models.name from models where models.id = thing.model_id)`,
  },
  price: {
    table: "channel_prices",
    name: sql`(select models.name from models join channels on channels.model_id = models.id
      where channels.id = thing.channel_id)`,
  },
  prompt: { table: "prompts", name: sql`name`, owner: "owner_id" },
  import: { table: "import_runs", name: sql`file_name`, owner: "owner_id" },
  file: { table: "files", name: sql`name`, owner: "owner_id" },
  documentFolder: { table: "document_folders", name: sql`name`, owner: "user_id" },
  document: {
    table: "documents",
    name: sql`(select files.name from files where files.id = thing.file_id)`,
    owner: "user_id",
  },
  sync: {
    table: "sync_runs",
    name: sql`(select login_channels.name_en from login_channels where login_channels.id = thing.channel_id)`,
  },
};

/** Types that can be named. */
export const NAMED_TYPES = Object.keys(KINDS);

/**
 * The name of one thing, or null when there is none. What belongs to a person is named only where they are the one who
 * acted: who tries ids of others must not leave their names in a log that more people read.
 */
export async function findTargetName(
  db: Queryable,
  { type, id, actorId }: { type: string; id: string; actorId: string },
): Promise<string | null> {
  const kind = KINDS[type];
  if (!kind) return null;
  const { table, name, owner } = kind;
  const mine = owner
    ? sql`(thing.${sql.identifier(owner)} is null or thing.${sql.identifier(owner)} = ${actorId})`
    : sql`true`;
  const { rows } = await db.execute<{ name: string | null }>(
    sql`select case when ${mine} then ${name} else '' end as name from ${sql.identifier(table)} thing where thing.id = ${id}`,
  );
  return rows[0] ? (rows[0].name ?? "") : null;
}

/** Names of people, departments, roles, models, suppliers and login channels that fields of the log refer to by id. */
export async function listReferredNames(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const wanted = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select id, name from users where id in (${wanted}) union all select id, name from departments where id in (${wanted})
    union all select id, name from roles where id in (${wanted}) union all select id, name from models where id in (${wanted})
    union all select id, name from suppliers where id in (${wanted})
    union all select id, name_en from login_channels where id in (${wanted})
    union all select id, name from api_keys where id in (${wanted})
    union all select id, name_zh from prompt_categories where id in (${wanted})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
