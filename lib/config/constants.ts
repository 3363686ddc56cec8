/** Limits of the specification, each with its section. Shared by browser and server. */

/** spec 5, 9: chat input in Unicode code points; 2,000 in personal chat, 2,500 in the other areas (spec B4). */
export const CHAT_INPUT_MAX = { personal: 2000, other: 2500 } as const;
/** spec 5, 9: at most ten chats, at least one. */
export const CHAT_SESSIONS_MAX = 10;
/** ARCHITECTURE 9: the specification leaves the maximum regeneration count open. */
export const REANSWER_MAX = 5;
/** Answers one person may have written at the same time, each model of a comparison counted; configurable. */
export const ANSWERS_PER_PERSON = { default: 5, max: 100 } as const;
/** The same in one chat, where a comparison counts once. */
export const ANSWERS_PER_CHAT = { default: 1, max: 10 } as const;
/** Calls of the Open API one person's keys may have open at the same time. */
export const OPEN_CALLS_PER_PERSON = { default: 50, max: 10_000 } as const;
export const SESSION_TITLE_MAX = 80;
/** spec 5: password minimum length. The maximum bounds the work of hashing. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;
export const ACCOUNT_MAX = 64;
export const USER_NAME_MAX = 60;
/** RFC 5321. */
export const EMAIL_MAX = 254;

/** ARCHITECTURE 9: milliseconds to a supplier's first byte, then without any byte. */
export const SUPPLIER_FIRST_BYTE_MS = 120_000;
export const SUPPLIER_IDLE_MS = 60_000;
/** ARCHITECTURE 9: a waiting stream carries an empty line this often, in milliseconds. */
export const HEARTBEAT_MS = 15_000;
/** Shutdown lets running answers finish this long, in milliseconds. */
export const DRAIN_MS = 10_000;

/** ARCHITECTURE 9: reservation for a model without a known maximum output, in tokens. */
export const DEFAULT_MAX_OUTPUT_TOKENS = 4096;

/** spec A5. */
export const CAPTCHA_AFTER_FAILURES = 3;
export const LOCK_AFTER_FAILURES = 10;

/** Body of a JSON call, bytes; uploads have limits of their own. */
export const JSON_BODY_MAX = 1_048_576;
/** ARCHITECTURE 9: file volume of a person, bytes. */
export const USER_VOLUME_MAX = 5 * 1024 ** 3;
/** spec 9: the largest file of any area (meeting audio), bytes. */
export const FILE_SIZE_MAX = 200 * 1024 ** 2;
/** An exported base that comes back, bytes: what a zip archive without extensions can be. No wish of an administrator bounds it. */
export const BASE_ARCHIVE_SIZE_MAX = 4 * 1024 ** 3 - 1;
/** Files on their way in or out, by their purposes: they go by themselves and have a volume of their own. */
export const PASSING_PURPOSES = ["knowledge-base", "knowledge-export", "knowledge-qa", "chat-import"] as const;
/** spec 9: the largest file by what it is uploaded for, bytes; FILE_SIZE_MAX for every other purpose. */
export const PURPOSE_SIZE_MAX: Readonly<Record<string, number>> = {
  icon: 1024 ** 2,
  avatar: 1024 ** 2,
  chat: 20 * 1024 ** 2,
  document: 20 * 1024 ** 2,
  "ai-table": 20 * 1024 ** 2,
  prediction: 20 * 1024 ** 2,
  contract: 20 * 1024 ** 2,
  knowledge: 50 * 1024 ** 2,
  "knowledge-base": BASE_ARCHIVE_SIZE_MAX,
  "knowledge-qa": 50 * 1024 ** 2,
  "chat-import": 512 * 1024 ** 2,
  "drawing-input": 20 * 1024 ** 2,
  evaluation: 50 * 1024 ** 2,
  translation: 50 * 1024 ** 2,
  glossary: 50 * 1024 ** 2,
};
/** ARCHITECTURE 9: a larger file is uploaded in pieces that can be resumed, bytes. */
export const RESUMABLE_FROM = 8 * 1024 ** 2;
/** Bytes of one piece: what a proxy before us lets through, and what is sent again at most after a lost connection. */
export const UPLOAD_PIECE = 8 * 1024 ** 2;
/** An upload that was begun and not finished is kept so long, milliseconds. */
export const UNFINISHED_UPLOAD_MS = 24 * 3_600_000;
/** Unfinished uploads of one person; the one that has rested longest gives way to a further one. */
export const UNFINISHED_UPLOADS_MAX = 20;
/** Characters of a file's display name. */
export const FILE_NAME_MAX = 500;
/** ARCHITECTURE 4: life of a download link, milliseconds. */
export const TICKET_MS = 5 * 60_000;
/** spec N9: days the operation log is kept, at least and at most. */
export const LOG_DAYS_MIN = 90;
export const LOG_DAYS_MAX = 3650;
/** Keys of the Open API of one person. */
export const API_KEYS_MAX = 100;

/**
 * Free space of the data folder, bytes and share of its disk, of which the smaller counts. Below `low` administrators are
 * told; below `reserve` uploads are refused, so that the database can still write what people say.
 */
export const STORAGE_ROOM = {
  low: { bytes: 2 * 1024 ** 3, share: 0.1 },
  reserve: { bytes: 256 * 1024 ** 2, share: 0.02 },
} as const;
/** A database or store that refused to write for lack of room counts as full for so long, milliseconds. */
export const STORAGE_FULL_MS = 5 * 60_000;

/** Scheduled backups that can be kept. */
export const BACKUPS_KEEP_MAX = 30;
/** Characters of the passphrase that locks the keys in a backup. */
export const PASSPHRASE_MIN = 12;
export const PASSPHRASE_MAX = 200;
/** Where backups stand in the console. */
export const BACKUPS_HREF = "/system/system-manage/base-config-config?tab=backups";
/** Where administrators see how the installation is. */
export const OVERVIEW_HREF = "/system/system-preview";
