import { defineArea } from "@/lib/areas/define";

export const PARSING = defineArea({
  errors: {
    documentOldFormat: 415,
    documentType: 415,
    documentScanned: 422,
    documentEncrypted: 422,
    documentBroken: 422,
    documentEmpty: 422,
    documentHostile: 422,
    documentTooBig: 422,
    documentMemory: 422,
    documentTimeout: 422,
    documentNotReady: 409,
    documentNotText: 409,
    visionModelMissing: 422,
    recognitionMissing: 422,
  },
});
