import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  API_ORIGINS,
  type ApiAuth,
  type ApiOperation,
  BUILTIN_TOOLS,
  MCP_TRANSPORTS,
  TOOL_STATUS,
  TOOL_VISIBILITY,
} from "../../lib/config/tool-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { users } from "./organisation";

/** Who may use it and how it does; the roles of a partial one are rows of `grants`. */
const access = {
  enabled: boolean("enabled").notNull(),
  /** spec 3: people may switch an optional one on and off; the others are always there. */
  optional: boolean("optional").notNull().default(true),
  visibility: text("visibility", { enum: TOOL_VISIBILITY }).notNull().default("all"),
  /** Models that may use it; null is every model that can call tools. */
  modelIds: uuid("model_ids").array(),
  status: text("status", { enum: TOOL_STATUS }).notNull().default("unknown"),
  checkedAt: at("checked_at"),
  /** Key of the error catalogue. */
  checkError: text("check_error"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
};

/** What an administrator changed about a built-in tool; one without a row is as it comes. */
export const tools = pgTable(
  "tools",
  {
    id: id(),
    key: text("key", { enum: BUILTIN_TOOLS }).notNull(),
    /** Asks the person before it acts (SECURITY LM-02). */
    confirm: boolean("confirm").notNull().default(false),
    /** Nothing secret. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull().default({}),
    /** Empty since keys of search services lie with their providers (web.ts); a later release drops both. */
    credentialCipher: text("credential_cipher"),
    credentialHint: text("credential_hint").notNull().default(""),
    ...access,
  },
  (t) => [uniqueIndex("tools_key_key").on(t.key)],
);

export const mcpServers = pgTable(
  "mcp_servers",
  {
    id: id(),
    /** Whose own it is (spec K6); null is the organisation's. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** Of an own one: whoever looks after tools stopped it, and its owner cannot start it again. */
    blocked: boolean("blocked").notNull().default(false),
    name: text("name").notNull(),
    /** Stands before the names of its tools, so that none can pass for a built-in one. Never changes. */
    slug: text("slug").notNull(),
    transport: text("transport", { enum: MCP_TRANSPORTS }).notNull(),
    url: text("url"),
    command: text("command"),
    args: text("args").array().notNull().default(sql`'{}'::text[]`),
    /** Of an API: where its description came from. */
    origin: text("origin", { enum: API_ORIGINS }).notNull().default("url"),
    /** Of a tool made by hand: the description written from its form. */
    document: text("document"),
    /** Of an own one: the addresses its operations stand under. Its secrets go to no other. */
    bases: text("bases").array().notNull().default(sql`'{}'::text[]`),
    /** Of an own one: names of the operations that were described when it was saved. Others are new. */
    listed: text("listed").array().notNull().default(sql`'{}'::text[]`),
    /** Of an API: how it knows who calls; null: by the request headers among the secrets. */
    auth: jsonb("auth").$type<ApiAuth>(),
    /** Request headers of HTTP, environment of a command or the secret of `auth`, encrypted as one JSON text. */
    secretsCipher: text("secrets_cipher"),
    ...access,
  },
  (t) => [
    uniqueIndex("mcp_servers_name_key").on(t.name).where(sql`owner_id is null`),
    uniqueIndex("mcp_servers_own_name_key").on(t.ownerId, t.name),
    uniqueIndex("mcp_servers_slug_key").on(t.slug),
  ],
);

/** What a server says of a tool. */
export interface McpDefinition {
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** How an operation of an API is called. */
  operation?: ApiOperation;
}

/** A tool of an MCP server as an administrator approved it. */
export const mcpTools = pgTable(
  "mcp_tools",
  {
    id: id(),
    serverId: uuid("server_id")
      .notNull()
      .references(() => mcpServers.id, { onDelete: "cascade" }),
    /** Its name at the server. */
    remoteName: text("remote_name").notNull(),
    /** The name a model calls it by. */
    name: text("name").notNull(),
    definition: jsonb("definition").$type<McpDefinition>().notNull(),
    enabled: boolean("enabled").notNull(),
    confirm: boolean("confirm").notNull(),
    /** What the server says now, when that is no longer what was approved; until then the tool is off. */
    pending: jsonb("pending").$type<McpDefinition>(),
    /** The server no longer lists it. */
    missing: boolean("missing").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("mcp_tools_name_key").on(t.name),
    uniqueIndex("mcp_tools_remote_key").on(t.serverId, t.remoteName),
  ],
);
