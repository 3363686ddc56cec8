/** How an operation ended. Apart from the schema: the first load of the page needs no zod. */
export const RESULTS = ["success", "refused", "failed"] as const;
export type OperationResult = (typeof RESULTS)[number];
