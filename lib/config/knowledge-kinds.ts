/** spec 3: what a base keeps; a multimodal one also finds pictures. */
export const BASE_TYPES = ["general", "multimodal"] as const;
export type BaseType = (typeof BASE_TYPES)[number];

/** Of an answer that was filed into a base (spec B7). */
export const DRAFT_STATES = ["open", "approved", "rejected"] as const;

/** Of a web page that is a file of a base: how often it is looked at again, and what became of it the last time. */
export const PAGE_REFRESH = ["never", "daily", "weekly"] as const;
export const PAGE_STATUS = ["found", "gone", "failed"] as const;

/** Of a file that a model reads anew, until a person decides (spec F10). */
export const REREADING_STATUS = ["running", "ready", "failed"] as const;

/** spec 6. `partial`: the people, roles and departments of its grants (ARCHITECTURE 9). */
export const VISIBILITIES = ["all", "partial", "self"] as const;
export type Visibility = (typeof VISIBILITIES)[number];
