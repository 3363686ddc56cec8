import { sql } from "drizzle-orm";
import { GET as listRoute, POST as supplierRoute } from "@/app/api/admin/model/suppliers/route";

import { POST as changeRoute } from "@/app/api/admin/user/change-password/route";
import { GET as selfInfoRoute } from "@/app/api/admin/user/self-info/route";
import { POST as ticketRoute } from "@/app/api/files/[id]/ticket/route";
import { POST as loginRoute } from "@/app/api/token/login-pw/route";
import { closeDatabase, db } from "@/db/client";
import { answer, call } from "@/tests/factories/call";
import { makeFile } from "@/tests/factories/files";
import { makePerson, PASSWORD } from "@/tests/factories/people";

afterAll(closeDatabase);

/** Every row of every table as text, as somebody with a stolen database reads it. */
async function dump(): Promise<string> {
  const tables = await db().execute<{ name: string }>(
    sql`select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db().execute(sql.raw(`select row_to_json(t)::text as row from ${name} t`));
    texts.push(...rows.map(({ row }) => String(row)));
  }
  return texts.join("\n");
}

it("no secret lies readable in the database or comes back in an answer", async () => {
  const admin = await makePerson({ roles: ["administrator"] });
  const secrets = {
    key: "canary-key-93f1a7",
    header: "canary-header-5b20",
    password: "Canary-Pass-77",
    wrong: "Canary-Wrong-88",
  };
  const body = {
    name: `supplier-${admin.account}`,
    template: "openai-compatible",
    baseUrl: "https://models.test/v1",
    apiKey: secrets.key,
    headers: { "x-team": secrets.header },
  };
  const answers = [
    await call(supplierRoute, { token: admin.token, body }),
    await call(listRoute, { token: admin.token }),
    await call(changeRoute, { token: admin.token, body: { oldPassword: PASSWORD, newPassword: secrets.password } }),
    await call(loginRoute, { body: { username: admin.account, password: secrets.wrong } }),
    await call(selfInfoRoute, { token: admin.token }),
  ];
  const said = (await Promise.all(answers.map((response) => response.text()))).join("\n");
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 200]);
  const login = await answer<{ token: string }>(loginRoute, {
    body: { username: admin.account, password: secrets.password },
  });
  const { id } = await makeFile(login.data!.token);
  const ticket = await answer<{ token: string }>(ticketRoute, {
    token: login.data!.token,
    params: { id },
    method: "POST",
  });

  const stored = await dump();
  expect(stored).toContain(admin.account);
  for (const secret of Object.values(secrets)) {
    expect(said).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
  for (const token of [admin.token, login.data!.token, ticket.data!.token]) expect(stored).not.toContain(token);
});
