import type { Messages } from "./messages";

export type Texts = Partial<Messages>;

// What draws pages and what renders their components hold separate instances of this module (TRAPS d). In the browser the
// files of texts fill it, before this module runs or after it (`textScript` in ./text-files).
const shared = globalThis as typeof globalThis & { __texts?: Map<string, Texts> };
shared.__texts ??= new Map();

/** Texts by the address of their file, as far as they are here. On the server all that pages name are. */
export const arrivedTexts = shared.__texts;
