/** States asked for in one call. */
export const FILE_IDS_MAX = 50;

/** Limits of organising chats and of voice, for browser and server; without the schemas that check them. */

/** Folders of one person, and characters of a folder's name. */
export const CHAT_FOLDERS_MAX = 50;
export const CHAT_FOLDER_NAME_MAX = 40;
/** A recording: bytes and seconds at most (what suppliers take in one call). */
export const RECORDING_BYTES_MAX = 25 * 1024 ** 2;
export const RECORDING_SECONDS_MAX = 300;
/** What browsers record in, by the type without its codecs, with the ending of its files. */
export const RECORDING_TYPES: Readonly<Record<string, string>> = {
  "audio/webm": "webm",
  "audio/ogg": "ogg",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
};
/** Knowledge bases one question may be put to. */
export const BASES_MAX = 3;
