import { z } from "zod";

/** What a save says about the record it began with; spread into the body of every call that changes a record. */
export const revised = {
  revision: z
    .base64url()
    .max(64)
    .optional()
    .describe(
      "The revision of the record as it was read. When somebody else changed it since, the call answers 409 staleRecord " +
        "with their values and their revision. Without it the last write wins.",
    ),
};
