/** spec 9: ten documents at once. Also the most a conversation is about. */
export const DOCUMENTS_MAX = 10;
export const FOLDERS_MAX = 100;
export const FOLDER_NAME_MAX = 60;
/** Questions of a table: columns. */
export const COLUMNS_MAX = 20;
/** spec 9: 20M files. */
export const DOCUMENT_SIZE_MAX = 20 * 1024 ** 2;
/** A quote that a question is about, UTF-16 units. */
export const QUOTE_MAX = 4000;
export const TEMPLATE_MAX = 4000;
export const DOCUMENT_SORTS = ["lastRead", "name", "created", "size"] as const;
