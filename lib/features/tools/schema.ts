import { z } from "zod";
import {
  API_AUTH_KINDS,
  type ApiAuth,
  BUILTIN_TOOLS,
  CLIENT_AUTHS,
  MCP_TOOLS_MAX,
  MCP_TRANSPORTS,
  type McpTransport,
  SAFE_SEARCH,
  SEARCH_COUNT_MAX,
  SEARCH_LANGUAGES,
  TOOL_MODELS_MAX,
  TOOL_ROLES_MAX,
  TOOL_VISIBILITY,
} from "@/lib/config/tool-kinds";
import { revised } from "@/lib/editing/schema";
import { identifier, line, secret, webAddress } from "@/lib/text/line";
import { namedValues } from "@/lib/text/named-values";
import { storableJson } from "@/lib/text/storable";

const name = line(80).min(1, "required");
const mcpAddress = webAddress(1000);
const count = z.number("number").int("number").min(1, "range").max(SEARCH_COUNT_MAX, "range");

const access = {
  enabled: z.boolean(),
  optional: z.boolean(),
  visibility: z.enum(TOOL_VISIBILITY),
  roleIds: z.array(z.uuid()).max(TOOL_ROLES_MAX, "tooMany"),
  modelIds: z.array(z.uuid()).max(TOOL_MODELS_MAX, "tooMany").nullable(),
};

export const searchSettings = z.strictObject({
  count,
  language: z.enum(SEARCH_LANGUAGES),
  safeSearch: z.enum(SAFE_SEARCH),
});

export const toolKeyParam = z.object({ key: z.enum(BUILTIN_TOOLS) });

export const builtinPatch = z
  .strictObject({
    ...access,
    confirm: z.boolean(),
    settings: searchSettings,
    ...revised,
  })
  .partial();
export type BuiltinPatch = z.infer<typeof builtinPatch>;

const SECRET_VALUE = /^[\x20-\x7e]{1,2000}$/;
const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,80}$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]{0,80}$/;
/** Header values as HTTP allows them: nothing that could start another header. */
const secrets = z
  .record(identifier(80).regex(/^[\x21-\x7e]+$/, "invalid"), secret(2000).regex(/^[\x20-\x7e]+$/, "invalid"))
  .refine((value) => Object.keys(value).length <= 20, "tooMany");
const command = line(500).min(1, "required");
/** A null byte would end an argument early. */
const argument = secret(1000);
const args = z.array(argument).max(50, "tooMany");

/**
 * A tool by its name at the server; of an operation also method and address as they were shown, so that what is saved is
 * what was looked at.
 */
const chosenTool = z.strictObject({ name: identifier(200), call: identifier(4000).optional() });
const chosen = z.array(chosenTool).max(MCP_TOOLS_MAX, "tooMany");

/** How an API knows who calls; what is secret of it is sent beside it, once. */
export const apiAuth = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("bearer") }),
  z.strictObject({ kind: z.literal("header"), name: identifier(80).regex(headerName, "invalid") }),
  z.strictObject({ kind: z.literal("query"), name: line(80).min(1, "required") }),
  z.strictObject({
    kind: z.literal("basic"),
    user: line(200)
      .min(1, "required")
      .regex(/^[^:]*$/, "invalid"),
  }),
  z.strictObject({
    kind: z.literal("oauth"),
    tokenUrl: mcpAddress,
    clientId: line(500).min(1, "required"),
    scope: line(1000),
    clientAuth: z.enum(CLIENT_AUTHS),
  }),
]);

const target = {
  transport: z.enum(MCP_TRANSPORTS),
  url: mcpAddress.optional(),
  command: command.optional(),
  args: args.optional(),
  /** Headers of HTTP, environment of a command, or the one secret of `auth`. */
  secrets: secrets.optional(),
  /** Of an API; null: by the headers alone. */
  auth: apiAuth.nullable().optional(),
};

type Target = {
  transport: McpTransport;
  url?: string;
  command?: string;
  secrets?: Record<string, string>;
  auth?: ApiAuth | null;
};

function checkTarget(value: Target, context: z.RefinementCtx): void {
  const needed = value.transport === "stdio" ? "command" : "url";
  if (!value[needed]) context.addIssue({ code: "custom", path: [needed], message: "required" });
  const allowed = value.transport === "stdio" ? variableName : headerName;
  if (Object.keys(value.secrets ?? {}).some((key) => !allowed.test(key))) {
    context.addIssue({ code: "custom", path: ["secrets"], message: "invalid" });
  }
  if (value.auth && value.transport !== "openapi") {
    context.addIssue({ code: "custom", path: ["auth"], message: "invalid" });
  }
}

export const mcpProbe = z.strictObject(target).superRefine(checkTarget);
export type McpProbe = z.infer<typeof mcpProbe>;

export const newMcpServer = z
  .strictObject({
    name,
    ...target,
    optional: access.optional.optional(),
    visibility: access.visibility.optional(),
    roleIds: access.roleIds.optional(),
    modelIds: access.modelIds.optional(),
    /** Tools, by their names at the server, that are on from the start. */
    tools: chosen.optional(),
  })
  .superRefine(checkTarget);
export type NewMcpServer = z.infer<typeof newMcpServer>;

export const mcpServerPatch = z
  .strictObject({
    ...access,
    name,
    url: mcpAddress,
    command,
    args,
    /** Replaces all of them; null removes them. */
    secrets: secrets.nullable(),
    auth: apiAuth.nullable(),
    /** Of an API: the operations that are tools from now on. */
    tools: chosen.min(1, "required"),
    ...revised,
  })
  .partial();
export type McpServerPatch = z.infer<typeof mcpServerPatch>;

export const mcpToolParams = z.object({ id: z.uuid(), toolId: z.uuid() });
export const mcpToolPatch = z
  .strictObject({
    enabled: z.boolean(),
    confirm: z.boolean(),
    /** What the server says now is approved. */
    accept: z.literal(true),
    ...revised,
  })
  .partial();
export type McpToolPatch = z.infer<typeof mcpToolPatch>;

export const toolRun = z.strictObject({
  /** As a model calls it. */
  name: identifier(64).min(1),
  arguments: namedValues(200, z.unknown().overwrite(storableJson)),
});
export type ToolRun = z.infer<typeof toolRun>;

/** Who may use it, in a form. */
const accessFields = {
  optional: z.boolean(),
  visibility: z.enum(TOOL_VISIBILITY),
  roleIds: access.roleIds,
  anyModel: z.boolean(),
  modelIds: z.array(z.uuid()).max(TOOL_MODELS_MAX, "tooMany"),
};

function checkAccess(
  value: { visibility: string; roleIds: string[]; anyModel: boolean; modelIds: string[] },
  context: z.RefinementCtx,
): void {
  if (value.visibility === "partial" && value.roleIds.length === 0) {
    context.addIssue({ code: "custom", path: ["roleIds"], message: "chooseRole" });
  }
  if (!value.anyModel && value.modelIds.length === 0) {
    context.addIssue({ code: "custom", path: ["modelIds"], message: "chooseModel" });
  }
}

/** The form of a built-in tool without a service. */
export const builtinForm = z.object({ ...accessFields, confirm: z.boolean() }).superRefine(checkAccess);

/** The form of the web search, beside the list of its providers. */
export const searchForm = z
  .object({ ...accessFields, confirm: z.boolean(), ...searchSettings.shape })
  .superRefine(checkAccess);

const secretRow = z.object({ name: line(80), value: secret(2000) });

/** How a server authenticates, in a form: kinds of `ApiAuth`, and `headers` for request headers as they are. */
export const AUTH_CHOICES = ["headers", ...API_AUTH_KINDS] as const;
export const authFields = {
  authKind: z.enum(AUTH_CHOICES),
  authName: line(80),
  authUser: line(200),
  tokenUrl: line(1000),
  clientId: line(500),
  scope: line(1000),
  clientAuth: z.enum(CLIENT_AUTHS),
  /** Empty keeps the stored one. */
  authSecret: secret(2000),
  /** One is stored and goes where it went. */
  keepsSecret: z.boolean(),
};
export type AuthValues = z.infer<z.ZodObject<typeof authFields>>;

/** What a call takes of it; null for headers as they are. */
export function authOf(value: AuthValues): ApiAuth | null {
  const { authKind: kind, authName, authUser, tokenUrl, clientId, scope, clientAuth } = value;
  switch (kind) {
    case "headers":
      return null;
    case "none":
    case "bearer":
      return { kind };
    case "header":
    case "query":
      return { kind, name: authName.trim() };
    case "basic":
      return { kind, user: authUser.trim() };
    case "oauth":
      return { kind, ...{ tokenUrl: tokenUrl.trim(), clientId: clientId.trim(), scope: scope.trim(), clientAuth } };
  }
}

const AUTH_FIELD = { name: "authName", user: "authUser", tokenUrl: "tokenUrl", clientId: "clientId", scope: "scope" };

export function checkAuth(value: AuthValues, context: z.RefinementCtx): void {
  const auth = authOf(value);
  if (auth === null || auth.kind === "none") return;
  for (const { path, message } of apiAuth.safeParse(auth).error?.issues ?? []) {
    const field = AUTH_FIELD[path[0] as keyof typeof AUTH_FIELD] ?? "authKind";
    const isEmpty = value[field as "authName"] === "";
    context.addIssue({ code: "custom", path: [field], message: isEmpty ? "required" : message });
  }
  if (!value.authSecret && !value.keepsSecret) {
    context.addIssue({ code: "custom", path: ["authSecret"], message: "required" });
  }
  if (value.authSecret && !SECRET_VALUE.test(value.authSecret)) {
    context.addIssue({ code: "custom", path: ["authSecret"], message: "invalid" });
  }
}

export type ServerForm = z.input<typeof serverForm>;
/** The form of an MCP server. */
export const serverForm = z
  .object({
    ...accessFields,
    name,
    transport: z.enum(MCP_TRANSPORTS),
    url: line(1000),
    /** A whole command line, one of the choices. */
    command: secret(60_000),
    secrets: z.array(secretRow).max(20, "tooMany"),
    ...authFields,
  })
  .superRefine((value, context) => {
    checkAccess(value, context);
    if (value.transport === "openapi") checkAuth(value, context);
    const isHttp = value.transport !== "stdio";
    if (isHttp && !mcpAddress.safeParse(value.url).success) {
      context.addIssue({ code: "custom", path: ["url"], message: value.url ? "url" : "required" });
    }
    if (!isHttp && !value.command) context.addIssue({ code: "custom", path: ["command"], message: "required" });
    if (value.transport === "openapi" && value.authKind !== "headers") return;
    value.secrets.forEach((row, index) => {
      const isEmpty = !row.name && !row.value;
      const allowed = isHttp ? headerName : variableName;
      if (!isEmpty && !allowed.test(row.name)) {
        context.addIssue({ code: "custom", path: ["secrets", index, "name"], message: "invalid" });
      }
      if (!isEmpty && !SECRET_VALUE.test(row.value)) {
        context.addIssue({
          code: "custom",
          path: ["secrets", index, "value"],
          message: row.value ? "invalid" : "required",
        });
      }
    });
  });
