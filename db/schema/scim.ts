import { index, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { loginChannels } from "./login-channels";
import { ofUser } from "./organisation";

/** A person as an identity provider pushed them. */
export const scimUsers = pgTable(
  "scim_users",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    userId: ofUser(),
    userName: text("user_name").notNull(),
    /** Lower case: SCIM compares user names without case. */
    userNameKey: text("user_name_key").notNull(),
    externalId: text("external_id"),
    /** What was sent, as answered again; no password is ever in it. */
    attributes: jsonb("attributes").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.userId] }),
    uniqueIndex("scim_users_name_key").on(t.channelId, t.userNameKey),
    index("scim_users_external_idx").on(t.channelId, t.externalId),
  ],
);

export const scimGroups = pgTable(
  "scim_groups",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    displayName: text("display_name").notNull(),
    externalId: text("external_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique("scim_groups_name_key").on(t.channelId, t.displayName)],
);

export const scimGroupMembers = pgTable(
  "scim_group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => scimGroups.id, { onDelete: "cascade" }),
    userId: ofUser(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index("scim_group_members_user_idx").on(t.userId)],
);
