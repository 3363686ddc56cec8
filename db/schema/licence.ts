import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at, id } from "./_columns";
import { users } from "./organisation";

/** Licences that were installed, the last one applies. The signed text is kept and verified at every read of it. */
export const licences = pgTable(
  "licences",
  {
    id: id(),
    text: text("text").notNull(),
    serial: text("serial").notNull(),
    installedBy: uuid("installed_by").references(() => users.id, { onDelete: "set null" }),
    installedAt: at("installed_at").notNull().defaultNow(),
    removedAt: at("removed_at"),
  },
  (t) => [index("licences_installed_idx").on(t.installedAt)],
);
