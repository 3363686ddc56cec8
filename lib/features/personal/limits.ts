/** Kept apart so that the browser has them without the schemas. */
export const NAME_MAX = 60;
export const PHONE_MAX = 32;
/** spec M7: entries, and characters of one. */
export const MEMORIES_MAX = 50;
export const MEMORY_MAX = 500;
/** What a picture of a person may be; bytes are `PURPOSE_SIZE_MAX.avatar`. */
export const AVATAR_TYPES = ["image/png", "image/jpeg"] as const;
/** Pixels of an edge, at least and at most; and of what is kept. */
export const AVATAR_EDGE_MIN = 32;
export const AVATAR_EDGE_MAX = 6000;
export const AVATAR_EDGE = 256;
