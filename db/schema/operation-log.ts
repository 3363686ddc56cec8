import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./_columns";

export const operationLogs = pgTable(
  "operation_logs",
  {
    id: id(),
    actorId: uuid("actor_id"),
    actorAccount: text("actor_account").notNull().default(""),
    /** `area.verb`, e.g. `model.supplier.create`. */
    action: text("action").notNull(),
    targetType: text("target_type").notNull().default(""),
    targetId: text("target_id").notNull().default(""),
    targetName: text("target_name").notNull().default(""),
    result: text("result", { enum: ["success", "refused", "failed"] }).notNull(),
    code: integer("code").notNull().default(200),
    before: jsonb("before"),
    after: jsonb("after"),
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    requestId: text("request_id").notNull().default(""),
    createdAt: createdAt(),
    /** Place in the tamper-evident chain, set by the sealer job. */
    sealedNo: bigint("sealed_no", { mode: "number" }),
    sealedHash: text("sealed_hash"),
  },
  (t) => [
    index("operation_logs_created_idx").on(t.createdAt),
    index("operation_logs_actor_idx").on(t.actorId, t.createdAt),
    index("operation_logs_action_idx").on(t.action, t.id),
    index("operation_logs_target_idx").on(t.targetId, t.id),
    index("operation_logs_unsealed_idx").on(t.id).where(sql`${t.sealedNo} is null`),
    uniqueIndex("operation_logs_sealed_key").on(t.sealedNo),
    // What a keyword is looked for in: where one of the columns had no index, every row would be read.
    index("operation_logs_search_idx").using("gin", t.actorAccount.op("gin_trgm_ops"), t.targetName.op("gin_trgm_ops")),
    index("operation_logs_request_idx").on(t.requestId),
  ],
);
