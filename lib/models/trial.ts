/** The name trials of administrators go by in the ledger and the reports. */
export const TEST_APP = "model-test";
