/** Built-in tools; the key is the name a model calls them by. */
export const BUILTIN_TOOLS = [
  "search_knowledge",
  "web_search",
  "read_page",
  "current_time",
  "calculate",
  "run_code",
  "generate_image",
] as const;
export type BuiltinToolKey = (typeof BUILTIN_TOOLS)[number];

export const TOOL_STATUS = ["normal", "abnormal", "unknown"] as const;

export const TOOL_VISIBILITY = ["all", "partial"] as const;
export type ToolVisibility = (typeof TOOL_VISIBILITY)[number];

/** `openapi`: no MCP server, but an API with a description of its operations (spec K6). */
export const MCP_TRANSPORTS = ["http", "stdio", "openapi"] as const;
export type McpTransport = (typeof MCP_TRANSPORTS)[number];

/** Where an argument of an operation goes. */
export interface ApiPlace {
  /** Its name among the arguments. */
  key: string;
  name: string;
  in: "path" | "query" | "header";
}

export const API_BODIES = ["json", "form", "multipart", "text"] as const;
export type ApiBody = (typeof API_BODIES)[number];

/** How an operation of an API is called. What of it changes is looked at by people before it is called again. */
export interface ApiOperation {
  method: string;
  /** With `{name}` where arguments stand in the path. */
  address: string;
  places: ApiPlace[];
  /** How the argument `body` is written; null without one. */
  body: ApiBody | null;
  /** Fields of a form in parts that are files: what is written for them goes as one. */
  files?: string[];
  /** What the text of a body of words is, as `application/xml`. */
  mediaType?: string;
}

/** Where a description came from: an address, a file that was handed over, or the form of a tool made by hand. */
export const API_ORIGINS = ["url", "file", "form"] as const;
export type ApiOrigin = (typeof API_ORIGINS)[number];

/** How a token endpoint is told who asks for a token. */
export const CLIENT_AUTHS = ["basic", "body"] as const;

/** How an API knows who calls it; what is secret of it lies elsewhere. */
export const API_AUTH_KINDS = ["none", "header", "query", "bearer", "basic", "oauth"] as const;
export type ApiAuthKind = (typeof API_AUTH_KINDS)[number];
export type ApiAuth =
  | { kind: "none" | "bearer" }
  | { kind: "header" | "query"; name: string }
  | { kind: "basic"; user: string }
  | { kind: "oauth"; tokenUrl: string; clientId: string; scope: string; clientAuth: (typeof CLIENT_AUTHS)[number] };

/**
 * Web search services; `keyRequired` is false where one may be hosted without a key, `filters`: it knows language and safe
 * search.
 */
export const SEARCH_PROVIDERS = [
  { key: "searxng", name: "SearXNG", baseUrl: "", keyRequired: false, filters: true },
  { key: "brave", name: "Brave Search", baseUrl: "https://api.search.brave.com", keyRequired: true, filters: true },
  { key: "bing", name: "Bing", baseUrl: "", keyRequired: false, filters: true },
  { key: "serper", name: "Serper", baseUrl: "https://google.serper.dev", keyRequired: true, filters: false },
  { key: "tavily", name: "Tavily", baseUrl: "https://api.tavily.com", keyRequired: true, filters: false },
  { key: "bocha", name: "博查 Bocha", baseUrl: "https://api.bochaai.com", keyRequired: true, filters: false },
] as const;
export type SearchProviderKind = (typeof SEARCH_PROVIDERS)[number]["key"];
export const SEARCH_PROVIDER_KINDS = SEARCH_PROVIDERS.map(({ key }) => key) as [
  SearchProviderKind,
  ...SearchProviderKind[],
];

export const SAFE_SEARCH = ["off", "moderate", "strict"] as const;
export type SafeSearch = (typeof SAFE_SEARCH)[number];

/** Languages results are asked for; `any` leaves it to the service. */
export const SEARCH_LANGUAGES = ["any", "zh", "en"] as const;
export type SearchLanguage = (typeof SEARCH_LANGUAGES)[number];

/** What is looked for. */
export const SEARCH_KINDS = ["pages", "pictures"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What the tool asks the providers for, whichever answers. */
export interface SearchSettings {
  count: number;
  language: SearchLanguage;
  safeSearch: SafeSearch;
}
export const SEARCH_DEFAULTS: SearchSettings = { count: 8, language: "any", safeSearch: "moderate" };
/** Search providers an organisation may have, and calls a day one may be limited to. */
export const SEARCH_PROVIDERS_MAX = 20;
export const SEARCH_QUOTA_MAX = 10_000_000;

/** Characters and rows. */
export const SEARCH_COUNT_MAX = 20;
export const MCP_SERVERS_MAX = 50;
export const MCP_TOOLS_MAX = 200;
/** Operations of a description that are offered, and of them those that are tools. */
export const API_TOOLS_MAX = 2000;
/** Servers of tools a person may have of their own. */
export const OWN_SERVERS_MAX = 50;
/** Parameters of a tool made by hand. */
export const HAND_PARAMETERS_MAX = 50;
/** Characters of a description that is handed over as a file. */
export const API_DOCUMENT_MAX = 12_000_000;
export const TOOL_ROLES_MAX = 200;
export const TOOL_MODELS_MAX = 500;
/** JSON text of a try run's arguments, characters. */
export const TOOL_ARGUMENTS_MAX = 100_000;

export function findSearchProvider(key: string) {
  return SEARCH_PROVIDERS.find((provider) => provider.key === key);
}
