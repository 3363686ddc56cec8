import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, id, updatedAt } from "./_columns";
import { users } from "./organisation";

export const TASK_STATUS = ["waiting", "running", "done", "failed", "cancelled"] as const;

/** Who began a task and from where: what its audit events say. */
export interface TaskOrigin {
  account: string;
  requestId: string;
  address: string;
  userAgent: string;
  /** The key of the Open API it was begun by. */
  apiKeyId?: string;
}

/** A long piece of work of any area (`lib/tasks`). One that is open goes on after a crash, behind what `state` holds. */
export const tasks = pgTable(
  "tasks",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** What it works on; one open task a kind and subject. */
    subject: text("subject").notNull(),
    /** With whose rights it is done. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "set null" }),
    origin: jsonb("origin").$type<TaskOrigin>().notNull(),
    status: text("status", { enum: TASK_STATUS }).notNull().default("waiting"),
    /** What it was asked for, as its kind reads it. */
    input: jsonb("input").$type<unknown>().notNull().default({}),
    /** What is done, as its kind reads it: whoever takes it up goes on from here. */
    state: jsonb("state").$type<unknown>().notNull().default({}),
    /** Of the step that is under way, or failed. */
    step: text("step"),
    done: integer("done").notNull().default(0),
    /** 0 while it is not known. */
    total: integer("total").notNull().default(0),
    /** Over in a moment: it may take a place that long ones leave free. */
    isQuick: boolean("is_quick").notNull().default(false),
    /** What its line in the list of tasks is made of. */
    titleArgs: jsonb("title_args").$type<Record<string, string | number>>().notNull().default({}),
    href: text("href"),
    /** Key of `errors`. */
    failure: text("failure"),
    /** Begun so often without getting any further. */
    attempts: integer("attempts").notNull().default(0),
    /** Its worker says that it is alive; silent for too long, it is taken up by another (SECURITY rule 22). */
    leaseUntil: at("lease_until"),
    /** Fencing token: only who holds the last lease may write (SECURITY CR-06). */
    leaseId: uuid("lease_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    uniqueIndex("tasks_open_key").on(t.kind, t.subject).where(sql`status in ('waiting', 'running')`),
    index("tasks_unheld_idx").on(t.leaseUntil, t.createdAt).where(sql`status in ('waiting', 'running')`),
    index("tasks_owner_idx").on(t.ownerId, t.createdAt),
    index("tasks_subject_idx").on(t.kind, t.subject, t.createdAt),
    index("tasks_finished_idx").on(t.finishedAt).where(sql`finished_at is not null`),
  ],
);
