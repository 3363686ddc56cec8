import { defineArea } from "@/lib/areas/define";

export const DOCUMENTS = defineArea({
  errors: {
    documentDuplicate: 409,
    documentsLimit: 422,
  },
});
