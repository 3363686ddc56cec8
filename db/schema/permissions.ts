import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "./_columns";

export const grants = pgTable(
  "grants",
  {
    resourceType: text("resource_type").notNull(),
    resourceId: uuid("resource_id").notNull(),
    subjectType: text("subject_type", { enum: ["user", "role", "department"] }).notNull(),
    subjectId: uuid("subject_id").notNull(),
    right: text("right", { enum: ["view", "manage"] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.resourceType, t.resourceId, t.subjectType, t.subjectId] }),
    index("grants_subject_idx").on(t.subjectType, t.subjectId),
  ],
);
