// Made by `npm run generate` from the files of `messages`; never edited by hand.
export const MESSAGE_LOADERS = {
  zh_CN: () => import("./messages-zh_CN"),
  en_US: () => import("./messages-en_US"),
} as const;
export type MessageFiles = typeof import("./messages-zh_CN").MESSAGE_FILES;

export const SHARED_FILES = {
  apps: ["apps", "chat", "documents", "drawing", "gateway", "knowledge", "models", "open-api", "permissions", "search", "tools"],
  codes: ["apps", "chat", "configuration", "documents", "drawing", "gateway", "knowledge", "licence", "login-channels", "menus", "models", "open-api", "operation-log", "organisation", "permissions", "personal", "prompts", "records", "reports", "roles", "terms", "tools"],
  collectables: ["apps", "conversation", "documents", "drawing", "knowledge", "prompts"],
  errors: ["account", "apps", "auth", "backups", "chat", "collected", "configuration", "conversation", "directory-sync", "documents", "drawing", "errors", "files", "gateway", "ingestion", "knowledge", "knowledge-operations", "licence", "login-channels", "login-guide", "mail", "menus", "models", "open-api", "organisation", "parsing", "personal", "prompts", "records", "retrieval", "review", "roles", "search", "terms", "tools", "web"],
  log: ["apps", "auth", "backups", "chat", "configuration", "directory-sync", "documents", "drawing", "files", "gateway", "knowledge", "knowledge-operations", "licence", "login-channels", "login-guide", "menus", "models", "open-api", "operation-log", "organisation", "personal", "prompts", "records", "reports", "review", "roles", "scim", "search", "terms", "tools"],
  mentions: ["chat", "documents", "knowledge", "prompts"],
  modelUses: ["apps", "knowledge", "models", "open-api", "search", "tools"],
  notices: ["apps", "backups", "chat", "conversation", "directory-sync", "files", "knowledge", "knowledge-operations", "licence", "models", "personal", "prompts"],
  palette: ["apps", "conversation", "documents", "drawing", "knowledge", "organisation", "prompts", "search"],
  places: ["apps", "chat", "configuration", "documents", "drawing", "gateway", "knowledge", "knowledge-operations", "models", "open-api", "organisation", "personal", "preview", "reports", "review", "roles", "search", "tools"],
  screenWords: ["apps", "chat", "documents", "drawing", "knowledge", "knowledge-operations", "licence", "login-channels", "menus", "models", "open-api", "operation-log", "organisation", "personal", "preview", "prompts", "records", "reports", "roles", "terms", "tools"],
  screens: ["apps", "auth", "chat", "configuration", "documents", "drawing", "gateway", "knowledge", "knowledge-operations", "licence", "login-channels", "menus", "models", "nav", "open-api", "operation-log", "organisation", "permissions", "personal", "preview", "prompts", "records", "reports", "roles", "terms", "tools"],
  tasks: ["apps", "backups", "chat", "conversation", "directory-sync", "documents", "drawing", "ingestion", "knowledge", "knowledge-operations", "models", "operation-log", "organisation", "personal", "web"],
  things: ["apps", "drawing", "knowledge", "open-api", "search", "tools"],
} as const;
