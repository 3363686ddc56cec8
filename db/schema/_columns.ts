import { timestamp, uuid } from "drizzle-orm/pg-core";
import { v7 } from "uuid";

/** UUIDv7, made in the application so that ids are known before the insert and sort by time (ARCHITECTURE 9). */
export const id = () =>
  uuid("id")
    .primaryKey()
    .$defaultFn(() => v7());

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => at("created_at").notNull().defaultNow();
export const updatedAt = () =>
  at("updated_at")
    .notNull()
    .defaultNow()
    .$onUpdateFn(() => new Date());
/** Soft delete: rows with a value are gone for every reader but the trash (ARCHITECTURE 9). */
export const deletedAt = () => at("deleted_at");
