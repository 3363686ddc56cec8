import { defineArea } from "@/lib/areas/define";

export const KNOWLEDGE = defineArea({
  apps: { KNOWLEDGE: "knowledge" },
  codes: {
    KB: { code: "KBCENTER", number: 5 },
    KB_CHAT: { code: "KBCENTER:CHAT", number: 6, atFirst: ["staff"] },
    KB_MANAGE: { code: "KBCENTER:KB:MANAGE", number: 7, atFirst: ["staff"] },
    KB_SEARCH: { code: "KBCENTER:KB:SEARCH", number: 8, atFirst: ["staff"] },
    KB_CENTER: { code: "KBCENTER:MANAGE", number: 9 },
  },
  errors: {
    baseLimit: 409,
    baseOwnerUnfit: 409,
    baseOwnRight: 409,
    basesGone: 409,
    ownerAsked: 409,
    ownerQuestionsLimit: 429,
    answerHasSources: 422,
    draftDecided: 409,
    draftsLimit: 409,
    knowledgeFileBusy: 409,
    knowledgeArchiveLimit: 422,
    knowledgeBatchLimit: 422,
    knowledgeFileExists: 409,
    knowledgeFileNameTaken: 409,
    knowledgeFileNotFailed: 409,
    knowledgeFilesLimit: 422,
    shortcutLimit: 409,
    sliceAlone: 409,
    sliceChangedSince: 409,
    sliceTooLong: 422,
  },
});
