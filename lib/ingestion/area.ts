import { defineArea } from "@/lib/areas/define";

export const INGESTION = defineArea({
  errors: {
    documentNotFailed: 409,
    documentCancelled: 409,
    documentInterrupted: 500,
  },
});
