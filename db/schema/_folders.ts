import { integer, text } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { ofUser } from "./organisation";

/** A person's folder, with its place among the others. */
export const folderColumns = () => ({
  id: id(),
  userId: ofUser(),
  name: text("name").notNull(),
  sort: integer("sort").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
