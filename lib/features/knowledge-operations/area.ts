import { defineArea } from "@/lib/areas/define";

export const KNOWLEDGE_OPERATIONS = defineArea({
  errors: {
    gapBusy: 409,
    gapOwnerUnfit: 422,
    gapVerified: 409,
    questionGone: 409,
    recallSetLimit: 409,
    recallItemLimit: 409,
    recallImportColumns: 422,
    recallNoModel: 422,
    recallNoSlices: 422,
    recallEmpty: 422,
    recallRunOpen: 409,
    backupLimit: 409,
    backupKept: 409,
    parametersUnfit: 422,
    findingDecided: 409,
    notManager: 422,
    wordsClosed: 403,
    recommendedLimit: 409,
    recommendedProposed: 409,
  },
  places: {
    ownGaps: { href: "/knowledge-center/gap-board?owner=me" },
  },
});
