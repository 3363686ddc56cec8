/** Personal chat in the ledger. */
export const APP = "chat";
