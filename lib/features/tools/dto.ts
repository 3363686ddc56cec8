import { z } from "zod";
import {
  API_BODIES,
  BUILTIN_TOOLS,
  CLIENT_AUTHS,
  MCP_TRANSPORTS,
  SAFE_SEARCH,
  SEARCH_LANGUAGES,
  TOOL_STATUS,
  TOOL_VISIBILITY,
} from "@/lib/config/tool-kinds";

/** Who may use it, and how it does. */
export const toolAccessDto = z.strictObject({
  enabled: z.boolean(),
  optional: z.boolean(),
  visibility: z.enum(TOOL_VISIBILITY),
  roleIds: z.array(z.uuid()),
  /** Null: every model that can call tools. */
  modelIds: z.array(z.uuid()).nullable(),
  status: z.enum(TOOL_STATUS),
  checkedAt: z.iso.datetime().nullable(),
  /** Key of the error catalogue. */
  checkError: z.string().nullable(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type ToolAccessDto = z.infer<typeof toolAccessDto>;

/** A JSON schema as its tool declares it. */
const jsonSchemaDto = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof jsonSchemaDto>;

/** What the web search asks its providers for. */
const searchSettingsDto = z.strictObject({
  count: z.int(),
  language: z.enum(SEARCH_LANGUAGES),
  safeSearch: z.enum(SAFE_SEARCH),
});

export const builtinToolDto = toolAccessDto.extend({
  key: z.enum(BUILTIN_TOOLS),
  confirm: z.boolean(),
  /** What it needs is there, an image model or a search provider; without it nobody can switch it on. */
  ready: z.boolean(),
  /** It can be checked with a call of ours. */
  checkable: z.boolean(),
  /** Of the web search; null for every other tool. */
  settings: searchSettingsDto.nullable(),
  inputSchema: jsonSchemaDto,
});
export type BuiltinToolDto = z.infer<typeof builtinToolDto>;

/** What a server says of a tool, as a person sees it. */
export const mcpDefinitionDto = z.strictObject({
  title: z.string(),
  description: z.string(),
  inputSchema: jsonSchemaDto,
  /** How an operation of an API is called. */
  operation: z
    .strictObject({
      method: z.string(),
      address: z.string(),
      places: z.array(z.strictObject({ key: z.string(), name: z.string(), in: z.enum(["path", "query", "header"]) })),
      body: z.enum(API_BODIES).nullable(),
      files: z.array(z.string()).optional(),
      mediaType: z.string().optional(),
    })
    .optional(),
});
export type McpDefinitionDto = z.infer<typeof mcpDefinitionDto>;

export const mcpToolDto = mcpDefinitionDto.extend({
  id: z.uuid(),
  /** The name a model calls it by. */
  name: z.string(),
  remoteName: z.string(),
  enabled: z.boolean(),
  confirm: z.boolean(),
  /** What the server says now, when that differs from what was approved. */
  pending: mcpDefinitionDto.nullable(),
  missing: z.boolean(),
  /** Of what people edit of it. */
  revision: z.string(),
});
export type McpToolDto = z.infer<typeof mcpToolDto>;

/** How an API knows who calls, without what is secret of it. */
export const apiAuthDto = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(["none", "bearer"]) }),
  z.strictObject({ kind: z.enum(["header", "query"]), name: z.string() }),
  z.strictObject({ kind: z.literal("basic"), user: z.string() }),
  z.strictObject({
    kind: z.literal("oauth"),
    tokenUrl: z.string(),
    clientId: z.string(),
    scope: z.string(),
    clientAuth: z.enum(CLIENT_AUTHS),
  }),
]);

export const mcpServerDto = toolAccessDto.extend({
  id: z.uuid(),
  name: z.string(),
  /** One that runs on this machine is changed by administrators only. */
  mayChange: z.boolean(),
  transport: z.enum(MCP_TRANSPORTS),
  url: z.string().nullable(),
  command: z.string().nullable(),
  args: z.array(z.string()),
  /** Of an API: how it knows who calls; null: by headers. */
  auth: apiAuthDto.nullable(),
  /** Names of the headers or variables that are stored; their values never leave. */
  secretNames: z.array(z.string()),
  tools: z.array(mcpToolDto),
});
export type McpServerDto = z.infer<typeof mcpServerDto>;

export const toolListDto = z.strictObject({ builtin: z.array(builtinToolDto), servers: z.array(mcpServerDto) });
export type ToolListDto = z.infer<typeof toolListDto>;

/** A command line MCP_STDIO lists, and the variables it lets people set. */
export const stdioChoiceDto = z.strictObject({
  line: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  variables: z.array(z.string()),
});
export type StdioChoice = z.infer<typeof stdioChoiceDto>;

/** What the drawers choose from. */
export const toolChoicesDto = z.strictObject({
  roles: z.array(z.strictObject({ id: z.uuid(), name: z.string(), nameEn: z.string().nullable() })),
  models: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
  /** Command lines the environment allows; empty: HTTP only. */
  commands: z.array(stdioChoiceDto),
});
export type ToolChoicesDto = z.infer<typeof toolChoicesDto>;

export const mcpProbeResultDto = z.strictObject({
  ok: z.boolean(),
  latencyMs: z.int(),
  error: z.string().nullable(),
  detail: z.string(),
  tools: z.array(
    z.strictObject({
      remoteName: z.string(),
      title: z.string(),
      description: z.string(),
      readOnly: z.boolean(),
      /** Of an operation of an API: method and address. */
      call: z.string().optional(),
    }),
  ),
});
export type McpProbeResult = z.infer<typeof mcpProbeResultDto>;

export const mcpRefreshResultDto = mcpProbeResultDto.extend({
  added: z.array(z.string()),
  changed: z.array(z.string()),
  missing: z.array(z.string()),
});
export type McpRefreshResult = z.infer<typeof mcpRefreshResultDto>;

export const toolRunDto = z.strictObject({
  ok: z.boolean(),
  text: z.string(),
  data: z.unknown(),
  error: z.string().nullable(),
  detail: z.string(),
  truncated: z.boolean(),
  durationMs: z.int(),
});
export type ToolRunDto = z.infer<typeof toolRunDto>;
