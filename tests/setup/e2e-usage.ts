import pg from "pg";
import { v7 } from "uuid";
import { readRunFile } from "../../scripts/lib/run-file.mjs";

export interface SeededCall {
  userId: string;
  app: string;
  day: string;
  inputTokens: number;
  outputTokens: number;
  costMicros?: number;
  outcome?: "done" | "failed";
}

/** Writes settled calls into the ledger of the product that is running; the reports roll them up when they are read. */
export async function addUsage(calls: readonly SeededCall[]): Promise<void> {
  const run = (await readRunFile(process.env.E2E_DATA_DIR ?? "")) as { socketDir: string } | null;
  if (!run) throw new Error("The product does not run.");
  const client = new pg.Client({ host: run.socketDir, user: "postgres", database: "postgres" });
  await client.connect();
  for (const call of calls) {
    const { rows } = await client.query(
      "select d.id, d.path from users u join departments d on d.id = u.department_id where u.id = $1",
      [call.userId],
    );
    await client.query(
      `insert into usage_ledger (id, request_id, user_id, department_id, department_path, app, model_name, model_type, day,
         input_tokens, output_tokens, cost_micros, outcome, error, first_token_ms, duration_ms, attempts, is_question,
         created_at, settled_at)
       values ($1::uuid, $1::uuid::text, $2, $3, $4, $5, 'm', 'chat', $6::date, $7, $8, $9, $10, $11, 700, 1500, 1, true,
         $6::date + time '04:00', $6::date + time '04:00')`,
      [
        v7(),
        call.userId,
        rows[0]?.id ?? null,
        rows[0]?.path ?? "",
        call.app,
        call.day,
        call.inputTokens,
        call.outputTokens,
        call.costMicros ?? null,
        call.outcome ?? "done",
        call.outcome === "failed" ? "supplierTimeout" : null,
      ],
    );
  }
  await client.end();
}
