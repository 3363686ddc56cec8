/** Characters of what is pasted, and what is read of it. */
export const IMPORT_TEXT_MAX = 900_000;
export const CHANNELS_READ_MAX = 500;
export const MODELS_READ_MAX = 300;
export const KEYS_READ_MAX = 50;
