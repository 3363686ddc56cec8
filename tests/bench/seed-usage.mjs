// A year of model calls made up in the database: departments, people, models, keys, and ledger rows with their rollups.
// For measurements and for looking at the reports; every figure is random, every sum is real.
import { v7 } from "uuid";
import { REBUILD, ROLLUP_LOCK } from "../../db/rollup-sql.ts";

const DEPARTMENTS = [
  "信息中心",
  "研发一部",
  "经营分析部",
  "市场部",
  "财务共享中心",
  "Legal",
  "Procurement",
  "Plant east",
];
const MODELS = ["DeepSeek-V3.2", "Qwen3-235B", "GLM-4.6", "Qwen3-VL-32B", "bge-m3", "Qwen-Image", "gpt-oss-20b"];
const APPS = ["chat", "knowledge", "open-api", "search", "document", "drawing", "model-test"];
const day = (moment) => moment.toISOString().slice(0, 10);

/** Makes `rows` calls over so many days up to now. `client` is a connected pg client; answers what it made. */
export async function seedUsage(client, { rows, users = 2000, days = 365, departments = 60, batch = 200_000 }) {
  const query = (text, values) => client.query(text, values);
  const root = (await query("select id, path from departments where parent_id is null limit 1")).rows[0];
  const tree = root ? [root] : [];
  if (!root) await addDepartment(null, "Head office");
  for (let index = 0; index < departments; index++) {
    const parent = tree[index < 12 ? 0 : 1 + Math.floor((index - 12) / 9)];
    await addDepartment(
      parent,
      `${DEPARTMENTS[index % DEPARTMENTS.length]}${index < DEPARTMENTS.length ? "" : ` ${index}`}`,
    );
  }
  async function addDepartment(parent, name) {
    const id = v7();
    const path = `${parent?.path ?? ""}${id}/`;
    await query("insert into departments (id, parent_id, name, path) values ($1, $2, $3, $4)", [
      id,
      parent?.id ?? null,
      name,
      path,
    ]);
    tree.push({ id, path });
  }
  const people = Array.from({ length: users }, () => v7());
  const mark = v7().slice(-6);
  await query(
    `insert into users (id, account, name, department_id)
     select p.id, 'seed-' || $3::text || '-' || p.i, 'Person ' || p.i, ($2::uuid[])[1 + (p.i % $4::int)]
     from unnest($1::uuid[]) with ordinality p (id, i)`,
    [people, tree.slice(1).map(({ id }) => id), mark, tree.length - 1],
  );
  const models = [];
  const taken = new Set((await query("select name from models")).rows.map(({ name }) => name));
  for (const name of MODELS) {
    const id = v7();
    const type = { "bge-m3": "vector", "Qwen-Image": "image" }[name] ?? "chat";
    await query("insert into models (id, name, type) values ($1, $2, $3)", [
      id,
      taken.has(name) ? `${name} ${mark}` : name,
      type,
    ]);
    models.push(id);
  }
  const keys = [];
  for (let index = 0; index < 20; index++) {
    const id = v7();
    await query("insert into api_keys (id, user_id, name, secret_hash, hint) values ($1, $2, $3, $4, $5)", [
      id,
      people[index % users],
      `Key ${index}`,
      `seed-${id}`,
      "sk-…",
    ]);
    keys.push(id);
  }
  const now = Date.now();
  await query("select ensure_usage_partitions($1::date, $2::int)", [
    day(new Date(now - days * 86_400_000)),
    Math.ceil(days / 28) + 2,
  ]);
  for (let done = 0; done < rows; done += batch) {
    await query(FILL, [Math.min(batch, rows - done), people, models, keys, days, APPS, done]);
  }
  await query("analyze usage_ledger");
  const from = new Date(now - (days + 1) * 86_400_000);
  // A month at a time: what is in one statement must fit into memory.
  for (
    let first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
    first.getTime() < now + 86_400_000;
  ) {
    const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1));
    await query("begin");
    await query(ROLLUP_LOCK);
    for (const text of REBUILD)
      await query(text.replaceAll("$1", `'${day(first)}'`).replaceAll("$2", `'${day(new Date(next - 86_400_000))}'`));
    await query("commit");
    first = next;
  }
  await query("analyze usage_totals");
  await query("analyze usage_daily");
  return { people, models, keys, department: tree[1].id };
}

/** Calls of random people; working days and late weeks have more, and a few people make most of them. */
const FILL = `
  with r as (
    select i, random() a, random() b, random() c, random() d, random() e, random() f, random() g, random() h
    from generate_series(1, $1::int) i
  ), w as (
    select *, now() - least(a, 0.3 * a + 0.7 * h) * make_interval(days => $5::int) as moment,
      1 + floor(cardinality($2::uuid[]) * power(b, 1.8))::int as person,
      1 + floor(cardinality($6::text[]) * power(c, 2.2))::int as app,
      1 + floor(cardinality($3::uuid[]) * power(d, 1.6))::int as model
    from r
  ), x as (
    select w.*, case when extract(isodow from moment) > 5 and f < 0.7 then moment - interval '3 days' else moment end as at
    from w
  )
  insert into usage_ledger (id, request_id, user_id, department_id, department_path, app, model_id, model_name, model_type,
    api_key_id, is_question, is_opening, instance, day, input_tokens, output_tokens, reasoning_tokens, cached_tokens,
    counted_tokens, images, outcome, error, attempts, first_token_ms, duration_ms, cost_micros, currency, rolled_up,
    created_at, settled_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(x.a::text || i), 1, 3) || '8' || substr(md5(x.b::text || i), 1, 15))::uuid, 'seed-' || ($7::bigint + i) || '-' || x.b, u.id, u.department_id, t.path, ($6::text[])[app], m.id, m.name, m.type,
    case when ($6::text[])[app] = 'open-api' then ($4::uuid[])[1 + (i % 20)] end,
    ($6::text[])[app] = 'chat', ($6::text[])[app] = 'chat' and g < 0.25, 'seed', (at at time zone 'Asia/Shanghai')::date,
    200 + (4000 * e)::int, case when m.type = 'chat' then 50 + (900 * f)::int else 0 end, case when g < 0.2 then (300 * h)::int else 0 end,
    case when h < 0.3 then (150 * e)::int else 0 end, 200, case when m.type = 'image' then 1 else 0 end,
    case when g < 0.96 then 'done' when g < 0.98 then 'stopped' else 'failed' end,
    case when g >= 0.98 then 'supplierTimeout' end, 1, case when m.type = 'chat' and g < 0.98 then 250 + (2600 * power(h, 3))::int end,
    800 + (9000 * h)::int, ((200 + 4000 * e) * 0.9 + 900 * f * 3)::int, 'CNY', true, at, at + interval '2 seconds'
  from x join users u on u.id = ($2::uuid[])[person] join departments t on t.id = u.department_id join models m on m.id = ($3::uuid[])[model]`;
