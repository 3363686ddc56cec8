import { CHAT_INPUT_MAX } from "@/lib/config/constants";

export const APP_NAME_MAX = 60;
export const APP_DESCRIPTION_MAX = 500;
/** Apps of one owner, those in the trash counted. */
export const APPS_MAX = 500;
/** ARCHITECTURE 9: in the trash. */
export const TRASH_DAYS = 30;
export const APP_FOLDERS_MAX = 50;
export const APP_FOLDER_NAME_MAX = 40;
/** Categories of the square. */
export const CATEGORIES_MAX = 30;
export const CATEGORY_NAME_MAX = 30;
export const INSTRUCTIONS_MAX = 8000;
export const OPENING_MAX = 1000;
/** Questions an app offers where a conversation begins. */
export const QUESTIONS_MAX = 6;
export const QUESTION_MAX = 100;
/** spec 5: bases one app answers from. */
export const APP_BASES_MAX = 3;
export const APP_TOOLS_MAX = 20;
/** Other apps one app may call. */
export const APP_APPS_MAX = 10;
export const VARIABLES_MAX = 20;
export const VARIABLE_NAME_MAX = 40;
export const VARIABLE_LABEL_MAX = 50;
export const VARIABLE_OPTIONS_MAX = 50;
/** Characters of what is filled into one field of an app's form. */
export const VARIABLE_TEXT_MAX = CHAT_INPUT_MAX.other;
export const VERSION_NOTE_MAX = 200;
export const REQUEST_NOTE_MAX = 200;
export const FEEDBACK_MAX = 1000;
export const EXTERNAL_URL_MAX = 2000;
/** Bytes of an app that is imported from a file. */
export const APP_FILE_MAX = 1024 ** 2;
/** Open wishes of one person to use apps. */
export const REQUESTS_MAX = 20;

export const APP_ICONS = [
  "bot",
  "chat",
  "book",
  "pen",
  "mail",
  "languages",
  "file",
  "check",
  "scale",
  "gavel",
  "wallet",
  "chart",
  "trending",
  "users",
  "user",
  "headset",
  "mic",
  "image",
  "code",
  "wrench",
  "workflow",
  "globe",
  "calendar",
  "lightbulb",
] as const;
export type AppIcon = (typeof APP_ICONS)[number];

export const APP_SORTS = ["uses", "updated", "name"] as const;
/** What is wished of instructions that a model drafts. */
export const WISH_MAX = 1000;
