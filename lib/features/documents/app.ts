/** The screen of a document. */
export const hrefOf = (documentId: string): string => `/personal/document/document-analysis?doc=${documentId}`;
