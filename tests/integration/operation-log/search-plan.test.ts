import { sql } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { listOperations } from "@/db/queries/operation-log/operations";

afterAll(closeDatabase);

it("a keyword needs no look at every row: each column it may stand in has an index", async () => {
  const plan = await db().transaction(async (tx) => {
    // On a table of a few rows anything is cheap. What is left is what indexes can answer at all.
    for (const way of ["seqscan", "indexscan", "indexonlyscan"])
      await tx.execute(sql.raw(`set local enable_${way} = off`));
    const asked = listOperations(tx, { keyword: "张伟 4321" }, { limit: 20 }).getSQL();
    const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${asked}`);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).not.toMatch(/Seq Scan on operation_logs/);
  const used = [...plan.matchAll(/Bitmap Index Scan on (operation_logs_\w+)/g)].map(([, name]) => name).sort();
  const search = "operation_logs_search_idx";
  expect(used).toEqual(["operation_logs_request_idx", search, search, "operation_logs_target_idx"]);
});
