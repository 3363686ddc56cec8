/** Kept apart so that the browser has them without the schemas. */
export const COLLECTED_MAX = 5000;
export const COLLECTION_FOLDERS_MAX = 100;
export const COLLECTION_FOLDER_NAME_MAX = 40;
/** spec M2. */
export const NOTE_MAX = 1000;
/** Items whose state is asked for at once. */
export const STATE_IDS_MAX = 100;
/** Kinds that can be collected by now; apps and searches come with their areas. */
export const COLLECTABLE = ["answer", "document", "prompt"] as const;
export type Collectable = (typeof COLLECTABLE)[number];
