/** Limits of prompts, characters unless said otherwise. */
export const PROMPT_NAME_MAX = 60;
export const PROMPT_DESCRIPTION_MAX = 300;
export const PROMPT_CONTENT_MAX = 8000;
export const PROMPT_NOTE_MAX = 200;
/** Placeholders of one prompt. */
export const VARIABLES_MAX = 20;
export const VARIABLE_NAME_MAX = 40;
export const OPTIONS_MAX = 20;
export const OPTION_MAX = 100;
/** Prompts a person can keep. */
export const OWN_PROMPTS_MAX = 200;
export const CATEGORIES_MAX = 50;
export const CATEGORY_NAME_MAX = 30;
/** What a form's answers may hold. */
export const VALUE_MAX = { text: 300, paragraph: 6000 } as const;
/** Cards of a page of the square. */
export const SQUARE_PAGE = 24;

export const SQUARE_TABS = ["prompts", "roles", "mine", "favourites"] as const;
export type SquareTab = (typeof SQUARE_TABS)[number];
export const SQUARE_SORTS = ["popular", "newest", "name"] as const;
export type SquareSort = (typeof SQUARE_SORTS)[number];
export const ADMIN_SORTS = ["name", "createdAt", "usageCount"] as const;
export type AdminSort = (typeof ADMIN_SORTS)[number];
