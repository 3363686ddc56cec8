import type { BuiltinToolKey, McpTransport, SearchSettings, ToolStatus, ToolVisibility } from "@/lib/config/tool-kinds";

/** Who may use it, and how it does. */
export interface ToolAccessDto {
  enabled: boolean;
  optional: boolean;
  visibility: ToolVisibility;
  roleIds: string[];
  /** Null: every model that can call tools. */
  modelIds: string[] | null;
  status: ToolStatus;
  checkedAt: string | null;
  /** Key of the error catalogue. */
  checkError: string | null;
  /** Of what people edit of it. */
  revision: string;
}

export type JsonSchema = Record<string, unknown>;

export interface BuiltinToolDto extends ToolAccessDto {
  key: BuiltinToolKey;
  confirm: boolean;
  /** What it needs is there; one that is not set up cannot be switched on. */
  ready: boolean;
  /** It can be checked with a call of ours. */
  checkable: boolean;
  /** Of the web search; null before it is set up and for every other tool. */
  settings: SearchSettings | null;
  /** Whether a key is stored, and its last four characters; the key itself is never shown. */
  hasKey: boolean;
  keyHint: string;
  inputSchema: JsonSchema;
}

/** What a server says of a tool, as a person sees it. */
export interface McpDefinitionDto {
  title: string;
  description: string;
  inputSchema: JsonSchema;
}

export interface McpToolDto extends McpDefinitionDto {
  id: string;
  /** The name a model calls it by. */
  name: string;
  remoteName: string;
  enabled: boolean;
  confirm: boolean;
  /** What the server says now, when that differs from what was approved. */
  pending: McpDefinitionDto | null;
  missing: boolean;
  /** Of what people edit of it. */
  revision: string;
}

export interface McpServerDto extends ToolAccessDto {
  id: string;
  name: string;
  /** One that runs on this machine is changed by administrators only. */
  mayChange: boolean;
  transport: McpTransport;
  url: string | null;
  command: string | null;
  args: string[];
  /** Names of the headers or variables that are stored; their values never leave. */
  secretNames: string[];
  tools: McpToolDto[];
}

export interface ToolListDto {
  builtin: BuiltinToolDto[];
  servers: McpServerDto[];
}

/** A command line MCP_STDIO lists, and the variables it lets people set. */
export interface StdioChoice {
  line: string;
  command: string;
  args: string[];
  variables: string[];
}

/** What the drawers choose from. */
export interface ToolChoicesDto {
  roles: { id: string; name: string; nameEn: string | null }[];
  models: { id: string; name: string }[];
  /** Command lines the environment allows; empty: HTTP only. */
  commands: StdioChoice[];
}

export interface McpProbeResult {
  ok: boolean;
  latencyMs: number;
  error: string | null;
  detail: string;
  tools: { remoteName: string; title: string; description: string; readOnly: boolean }[];
}

export interface McpRefreshResult extends McpProbeResult {
  added: string[];
  changed: string[];
  missing: string[];
}

export interface ToolRunDto {
  ok: boolean;
  text: string;
  data: unknown;
  error: string | null;
  detail: string;
  truncated: boolean;
  durationMs: number;
}
