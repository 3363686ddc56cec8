/** Addresses of the knowledge center's screens, spelled as the specification spells them. */
const CENTER = "/knowledge-center";
const of = (screen: string, id: string | undefined) => `${CENTER}/${screen}${id ? `?id=${id}` : ""}`;

/** Leads to the first screen a person may open. */
export const areaHref = CENTER;
export const mainHref = `${CENTER}/main`;
export const managementHref = `${CENTER}/management`;

/** Of a base; without one, the choice of a base. */
export const dataSetHref = (baseId?: string) => of("kb-config-information/data-set", baseId);
export const settingsHref = (baseId?: string) => of("kb-config-information/kb-set", baseId);
export const visibilityHref = (baseId?: string) => of("visibility", baseId);
export const baseChatHref = (baseId?: string) => of("kb-chat", baseId);

/** What a base learns from its use. */
export const qaHref = (baseId?: string) => of("kb-config-information/kb-update/qa", baseId);
export const goodAnswersHref = (baseId?: string) => of("kb-config-information/kb-update/high-quality-answer", baseId);
export const wrongQuestionsHref = (baseId?: string) =>
  of("kb-config-information/kb-update/wrong-question-collection", baseId);
export const usageHref = (baseId?: string) => of("kb-config-information/kb-update/usage", baseId);
export const recallTestHref = (baseId?: string) => of("recall-test", baseId);
/** Of a base; without one, the center's. */
export const parametersHref = (baseId?: string) => of("setting/parameter-settings", baseId);
export const backupsHref = (baseId?: string) => of("setting/parameter-back-up", baseId);
/** Of a base; without one, of all. */
export const gapBoardHref = (baseId?: string) => of("gap-board", baseId);

/** Screens of the center as a whole. */
export const centerHref = `${CENTER}/knowledge-center-setting`;
export const centerUsageHref = `${centerHref}/kb-center-update/usage`;
export const centerGoodAnswersHref = `${centerHref}/kb-center-update/center-high-quality-answer`;
export const centerWrongQuestionsHref = `${centerHref}/kb-center-update/center-wrong-question-collection`;
export const centerQaHref = `${centerHref}/kb-center-update/center-qa`;
export const recommendedHref = `${centerHref}/recommended-question`;

export const uploadHref = (baseId: string) => `${CENTER}/upload-data/${baseId}`;

/** What was exported of a base, to be taken. */
export const exportHref = (baseId: string) => `${managementHref}?open=export:${baseId}`;

/** Drafts of a base that wait; those one filed oneself. */
export const draftsHref = (baseId: string) => `${dataSetHref(baseId)}&drafts=open`;
export const ownDraftsHref = `${mainHref}?drafts=own`;

/** Of a base's file. */
export const resegmentHref = (fileId: string) => `${CENTER}/re/${fileId}`;
export const slicesHref = (fileId: string) => `${CENTER}/slice-preview/${fileId}`;
export const filePreviewHref = (fileId: string) => `${CENTER}/kb-doc-preview/${fileId}`;
/** A slice of a file among the others, beside its page; in its editor. */
export const sliceHref = (fileId: string, sliceId: string) => `${slicesHref(fileId)}?slice=${sliceId}`;
export const sliceEditHref = (fileId: string, sliceId: string) => `${sliceHref(fileId, sliceId)}&edit=1`;
/** A file in the reader, at a place in its text. */
export const filePlaceHref = (fileId: string, at: number) => `${filePreviewHref(fileId)}?at=${at}`;
/** The same with its other reading beside it. */
export const rereadingHref = (fileId: string) => `${filePreviewHref(fileId)}?compare=1`;

/** A document that was cited, by its version. */
export const citedDocumentHref = (versionId: string) => `${CENTER}/doc-preview?version=${versionId}`;

/** A conversation about bases; without one, the place where they begin. */
export const questionHref = (sessionId?: string) => `${CENTER}/knowledge-qa${sessionId ? `?session=${sessionId}` : ""}`;
/** A search for some words; without any the place where one begins. A path of dots alone would lead elsewhere. */
export function searchHref(query = ""): string {
  const words = query.trim();
  return `${CENTER}/search${/^\.*$/.test(words) ? "" : `/${encodeURIComponent(words)}`}`;
}
/** The words of a search's path. */
export function searchedWords(pathname: string): string {
  const encoded = pathname.slice(`${CENTER}/search/`.length);
  try {
    return decodeURIComponent(encoded).trim();
  } catch {
    return encoded;
  }
}
