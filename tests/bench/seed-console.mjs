// An organisation of made-up people, and a long operation log, for measurements of the console.
import { v7 } from "uuid";

const FAMILY = ["王", "李", "张", "刘", "陈", "杨", "黄", "赵", "周", "吴", "徐", "孙", "马", "朱", "胡", "林"];
const GIVEN = [
  "伟",
  "芳",
  "娜",
  "敏",
  "静",
  "丽",
  "强",
  "磊",
  "军",
  "洋",
  "勇",
  "艳",
  "杰",
  "娟",
  "涛",
  "明",
  "超",
  "秀英",
];

/** `client` is a connected pg client. Answers a department in the middle of the tree and a role many hold. */
export async function seedConsole(client, { users, departments, logs }) {
  const query = (text, values) => client.query(text, values);
  const [root] = (await query("select id, path, name from departments where parent_id is null limit 1")).rows;
  const tree = [root];
  for (let no = 0; no < departments; no++) {
    const parent = tree[no < 20 ? 0 : 1 + Math.floor((no - 20) / 9)];
    const id = v7();
    tree.push({ id, parent: parent.id, path: `${parent.path}${id}/`, name: `部门 ${no + 1}` });
  }
  await query(
    `insert into departments (id, parent_id, name, path, sort)
     select d.* from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[]) d`,
    [
      tree.slice(1).map(({ id }) => id),
      tree.slice(1).map(({ parent }) => parent),
      tree.slice(1).map(({ name }) => name),
      tree.slice(1).map(({ path }) => path),
      tree.slice(1).map((_, index) => index),
    ],
  );
  const ids = tree.map(({ id }) => id);
  const BATCH = 5000;
  for (let from = 0; from < users; from += BATCH) {
    const people = Array.from({ length: Math.min(BATCH, users - from) }, () => v7());
    await query(
      `insert into users (id, account, name, department_id, phone, email)
       select p.id, 'user.' || ($2::int + p.no), ($4::text[])[1 + (p.no * 7) % cardinality($4::text[])]
           || ($5::text[])[1 + (p.no * 13) % cardinality($5::text[])],
         ($3::uuid[])[1 + (p.no * 31) % cardinality($3::uuid[])], '+86138' || lpad(($2::int + p.no)::text, 8, '0'),
         'user.' || ($2::int + p.no) || '@example.com'
       from unnest($1::uuid[]) with ordinality p (id, no)`,
      [people, from, ids, FAMILY, GIVEN],
    );
    await query(
      `insert into user_roles (user_id, role_id) select u, r.id from unnest($1::uuid[]) u, roles r where r.key = 'staff'`,
      [people],
    );
  }
  for (let from = 0; from < logs; from += 20_000) {
    await query(LOGS, [from, Math.min(20_000, logs - from)]);
  }
  for (const table of ["departments", "users", "user_roles", "operation_logs"]) await query(`analyze ${table}`);
  const [staff] = (await query("select id from roles where key = 'staff'")).rows;
  return { root, department: tree[25].id, role: staff.id };
}

const LOGS = `
  insert into operation_logs (id, actor_account, action, target_type, target_id, target_name, result, before, after, address,
    created_at)
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(no::text), 1, 3) || '8' || substr(md5('x' || no), 1, 15))::uuid,
    'user.' || (no % 500), (array['org.user.change', 'org.user.create', 'org.department.move', 'auth.login', 'open.key.create'])[1 + no % 5],
    'user', no::text, '张伟 ' || no, case when no % 17 = 0 then 'refused' else 'success' end, '{"name": "a"}'::jsonb, '{"name": "b"}'::jsonb,
    '10.0.0.' || (no % 250), at
  from (select no, now() - (no % 200000) * interval '90 seconds' as at from generate_series($1::int + 1, $1::int + $2::int) no) seeded`;
