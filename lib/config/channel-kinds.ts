/** Kinds of login channels (spec 2): identity providers, chat clients, a directory, signed tokens. */
export const CHANNEL_KINDS = ["entra", "wecom", "dingtalk", "lark", "oidc", "saml", "ldap", "jwt"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Kinds that send the browser to another site and take it back. */
export const REDIRECT_KINDS = ["entra", "wecom", "dingtalk", "lark", "oidc", "saml"] as const;
export type RedirectKind = (typeof REDIRECT_KINDS)[number];

export function isRedirectKind(kind: ChannelKind): kind is RedirectKind {
  return (REDIRECT_KINDS as readonly string[]).includes(kind);
}

/** Kinds whose people and departments can be read (spec A7). */
export const SYNC_KINDS = ["ldap", "wecom"] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];

export function isSyncKind(kind: ChannelKind): kind is SyncKind {
  return (SYNC_KINDS as readonly string[]).includes(kind);
}

/** Kinds of identity providers that push people and groups (SCIM 2.0). */
export const SCIM_KINDS = ["entra", "oidc", "saml"] as const;

export function isScimKind(kind: ChannelKind): boolean {
  return (SCIM_KINDS as readonly string[]).includes(kind);
}

/** What a sign-in or a sync step can fail with; `login-channels.reasons.<reason>` says it in words. */
export const CHANNEL_REASONS = [
  "unreachable",
  "tls",
  "certificateExpired",
  "badConfiguration",
  "clientRefused",
  "denied",
  "state",
  "nonce",
  "pkce",
  "code",
  "signature",
  "audience",
  "issuer",
  "expired",
  "notYet",
  "replay",
  "claims",
  "wrongPassword",
  "notMember",
  "noAccount",
  "accountTaken",
  "boundElsewhere",
  "disabled",
  "seats",
  "answer",
  "tooLarge",
] as const;
export type ChannelReason = (typeof CHANNEL_REASONS)[number];

export const SYNC_STATUS = ["reading", "planned", "applying", "done", "cancelled", "failed"] as const;
export type SyncStatus = (typeof SYNC_STATUS)[number];

/** What a sync does to a person or department; `conflict` is left alone and told. */
export const SYNC_ACTIONS = ["add", "move", "change", "disable", "enable", "conflict"] as const;
export type SyncAction = (typeof SYNC_ACTIONS)[number];
