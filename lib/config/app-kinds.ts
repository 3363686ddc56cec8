/** spec 3: what an app is; a `tool` is an area's, and people make the others. */
export const APP_KINDS = ["agent", "assistant", "generation", "workflow", "external", "tool"] as const;
export type AppKind = (typeof APP_KINDS)[number];

/** Kinds that answer in a conversation. */
export const TALKING_KINDS = ["agent", "assistant", "generation"] as const satisfies readonly AppKind[];
export type TalkingKind = (typeof TALKING_KINDS)[number];
export const talks = (kind: AppKind): kind is TalkingKind => (TALKING_KINDS as readonly AppKind[]).includes(kind);

/** Of a person's wish to use an app (spec K1). */
export const REQUEST_STATES = ["open", "granted", "declined"] as const;
