import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./_columns";
import { users } from "./organisation";

export const BACKUP_STATUS = ["running", "done", "failed", "cancelled"] as const;

/** Backups of the embedded set-up that the product itself made. */
export const backups = pgTable(
  "backups",
  {
    id: id(),
    status: text("status", { enum: BACKUP_STATUS }).notNull().default("running"),
    kind: text("kind", { enum: ["manual", "scheduled"] }).notNull(),
    fileName: text("file_name").notNull(),
    size: bigint("size", { mode: "number" }),
    sha256: text("sha256"),
    /** Rows and files it holds. */
    counts: jsonb("counts").$type<Record<string, number>>(),
    /** Key of `errors`. */
    failure: text("failure"),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("backups_created_idx").on(t.createdAt)],
);
