import { defineArea } from "@/lib/areas/define";

export const DOCUMENTS = defineArea({
  apps: { DOCUMENT: "document" },
  codes: {
    DOCUMENT: { code: "PERSONAL:DOCUMENT", number: 2, atFirst: ["staff"] },
  },
  errors: {
    documentDuplicate: 409,
    documentsLimit: 422,
  },
  places: {
    uploadDocument: { href: "/personal/document/document-analysis", begins: true, inChat: true },
    documentTrash: { href: "/personal/document/document-analysis?trash=1" },
  },
});
