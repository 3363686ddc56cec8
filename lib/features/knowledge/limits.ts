import type { DocumentFormat } from "@/db/schema/parsing";

export const BASE_NAME_MAX = 60;
export const BASE_DESCRIPTION_MAX = 500;
/** Bases of one owner, those in the trash counted. */
export const BASES_MAX = 500;
/** ARCHITECTURE 9: in the trash. */
export const TRASH_DAYS = 30;
/** spec 9. */
export const SHORTCUTS_MAX = 8;
/** spec 9: files of one upload. */
export const UPLOAD_FILES_MAX = 10;
export const FILE_SORTS = ["created", "updated", "name", "size", "slices"] as const;
/** What becomes of two files of one name in a folder, where the upload says it. */
export const SAME_NAME = ["refuse", "keep"] as const;
/** The same of files that are moved or copied: the one that comes may also become the newest version of the other. */
export const PLACED_NAME = [...SAME_NAME, "replace"] as const;
/** Files, and bytes, of one archive that is downloaded. */
export const ARCHIVE_FILES_MAX = 500;
export const ARCHIVE_BYTES_MAX = 1024 ** 3;
/** Files one call works on; of a filter so many. */
export const BATCH_IDS_MAX = 1000;
export const BATCH_FILES_MAX = 10_000;
/** Of a folder's path in a base, in all, and folders in each other. */
export const FOLDER_LENGTH_MAX = 500;
export const FOLDER_DEPTH_MAX = 10;
/** Addresses of web pages added at a time; a sitemap may name more, of which so many are taken. */
export const PAGES_ADDED_MAX = 50;
export const SITEMAP_PAGES_MAX = 500;
export const PAGE_URL_MAX = 2000;
/** Characters of a version that is compared with the one before it. */
export const COMPARED_CHARACTERS_MAX = 100_000;
/** Formats a model can be shown page by page. */
export const REREADABLE: readonly DocumentFormat[] = ["pdf", "image"];
/** Of a page that is compared with its other reading. */
export const REREAD_PAGE_CHARACTERS_MAX = 50_000;
export const TAGS_MAX = 10;
export const TAG_LENGTH_MAX = 30;
/** Tokens of a slice: from what still says something to what every embedding model takes. */
export const SLICE_TOKENS = { min: 20, max: 4000 } as const;
/** Days before a file ends that its owner hears of it, and finds it among those to review (spec F7). */
export const REVIEW_DAYS = 14;
export const SEPARATORS_MAX = 5;
export const SEPARATOR_LENGTH_MAX = 100;
/** Of a slice made by hand; its tokens are bounded as well. */
export const SLICE_CHARACTERS_MAX = 20_000;
export const SLICE_REASON_MAX = 200;
/** Slices one look at a file shows. */
export const SLICES_SHOWN_MAX = 20_000;
/** Slices of one previewed setting; a longer file is previewed as far as that. */
export const PREVIEW_SLICES_MAX = 10_000;
/** Slices of each of two cuts that questions are put to, and such questions; of a longer file its first part is compared. */
export const COMPARED_SLICES_MAX = 2000;
export const CUT_QUESTIONS_MAX = 5;
/** spec 9: bases one question is put to. */
export const BASES_CHOSEN_MAX = 3;
/** Of an answer that is filed into a base, and drafts of one person that may wait (spec B7). */
export const DRAFT_TITLE_MAX = 100;
export const DRAFT_TEXT_MAX = 50_000;
export const DRAFT_REASON_MAX = 500;
export const DRAFTS_OPEN_MAX = 50;
/** Of a pair of question and answer; synonyms of the specification (point 5): each as long as a question. */
export const QA_QUESTION_MAX = 500;
export const QA_ANSWER_MAX = 20_000;
export const QA_SYNONYMS_MAX = 15;
export const QA_CITATIONS_MAX = 10;
/** Pairs of one base, or of the center. */
export const QA_MAX = 5000;
/** Pairs made of files in one go, and such files. */
export const QA_GENERATED_MAX = 200;
export const QA_GENERATED_FILES_MAX = 20;
export const QA_SORTS = ["updated", "created", "question"] as const;
/** Pictures a base can carry; the screen draws them. */
export const BASE_ICONS = [
  "book",
  "folder",
  "shield",
  "chart",
  "graduation",
  "briefcase",
  "wrench",
  "scale",
  "globe",
  "code",
  "users",
  "flask",
] as const;
export type BaseIcon = (typeof BASE_ICONS)[number];
export const BASE_SORTS = ["updated", "created", "name"] as const;
/** Of what is searched for; it stands in the address. */
export const SEARCH_WORDS_MAX = 200;
/** Slices one search shows at most. */
export const SEARCH_HITS_MAX = 200;
/** Choices of one filter of a search. */
export const SEARCH_FILTERS_MAX = 20;
export const SEARCH_DAYS = [7, 30, 90, 365] as const;
