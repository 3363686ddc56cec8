/** Words that calls and screens share; apart from the schemas, which a screen's first load does without. */
export const USER_TYPES = ["local", "directory", "sso", "scim"] as const;
export const USER_SORTS = ["name", "account", "createdAt", "lastLoginAt"] as const;
export const EXPORT_FORMATS = ["xlsx", "csv"] as const;
export const BULK_ACTIONS = ["enable", "disable", "move", "addRole", "removeRole", "delete"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type BulkAction = (typeof BULK_ACTIONS)[number];
