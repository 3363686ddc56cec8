/** Of a file of exported chats, bytes unpacked; as it is uploaded, `PURPOSE_SIZE_MAX` holds it. And of one chat in it. */
export const UNPACKED_BYTES_MAX = 2 * 1024 ** 3;
export const CHAT_BYTES_MAX = 8 * 1024 ** 2;
/** Chats of one file. */
export const CHATS_MAX = 20_000;
/** Messages of one chat, and characters of one message. */
export const MESSAGES_MAX = 5000;
export const MESSAGE_MAX = 200_000;
/** Entries of an archive: pictures and recordings come along in it. */
export const ENTRIES_MAX = 50_000;
