/** Test sets of one base, and questions of one set (spec G3). */
export const RECALL_SETS_MAX = 50;
export const RECALL_ITEMS_MAX = 2000;
export const RECALL_NAME_MAX = 60;
/** spec 5: of a question in the knowledge area. */
export const RECALL_QUESTION_MAX = 2500;
/** Words of a file that should be found, and places one question may have. */
export const PLACE_WORDS_MAX = 1000;
export const PLACES_MAX = 10;
/** spec 9. */
export const RECALL_IMPORT_MAX = 50 * 1024 ** 2;
/** Faulty rows one answer names. */
export const IMPORT_PROBLEMS_SHOWN = 200;
/** Questions a model proposes at a time. */
export const RECALL_PROPOSALS_MAX = 100;
/** Runs that are kept of a set; the oldest goes. */
export const RECALL_RUNS_MAX = 20;
/** Slices that are kept of what one question found. */
export const RECALL_FOUND_MAX = 30;
/** Questions below which two settings are not told apart. */
export const COMPARED_QUESTIONS_MIN = 20;

/** Backups of parameters of one base, or of the center. */
export const BACKUPS_MAX = 100;
export const BACKUP_NAME_MAX = 60;
