/** Of the ledger. */
export const APP = "document";
