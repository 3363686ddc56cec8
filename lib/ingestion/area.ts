import { defineArea } from "@/lib/areas/define";

export const INGESTION = defineArea({
  errors: {
    documentNotFailed: 409,
    documentCancelled: 409,
    documentInterrupted: 500,
    segmentationFailed: 500,
    indexingFailed: 500,
  },
});
