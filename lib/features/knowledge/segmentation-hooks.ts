import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { Segmentation } from "@/lib/retrieval/types";
import type { CutQuestionsInput } from "./schema";
import { cleanSegmentation } from "./segmentation-problems";

const FILES = "/knowledge/files" as const;

export const segmentationKeys = {
  preview: (fileId: string, segmentations: readonly Segmentation[]) =>
    ["knowledge", "segmentation", fileId, segmentations] as const,
  questions: (fileId: string, input: CutQuestionsInput) => ["knowledge", "segmentation", fileId, input] as const,
};

/** How settings would cut a file; the last answer stays while the next one is on its way, or refused. */
export const segmentationPreviewQuery = (fileId: string, settings: readonly Segmentation[]) => {
  const segmentations = settings.map(cleanSegmentation);
  return queryOptions({
    queryKey: segmentationKeys.preview(fileId, segmentations),
    queryFn: ({ signal }) => api.post(`${FILES}/${fileId}/segmentation-preview`, { segmentations }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
    meta: { quiet: true },
  });
};

/** What questions would find by each of two settings; the last answer stays while the next one is on its way. */
export const cutQuestionsQuery = (fileId: string, { segmentations, questions, embed }: CutQuestionsInput) => {
  const input = { segmentations: segmentations.map(cleanSegmentation), questions, embed };
  return queryOptions({
    queryKey: segmentationKeys.questions(fileId, input),
    // With what was asked: what is shown while another answer is on its way is that of other questions.
    queryFn: async ({ signal }) => ({
      ...(await api.post(`${FILES}/${fileId}/segmentation-questions`, input, { signal })),
      questions,
    }),
    enabled: questions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
    meta: { quiet: true },
  });
};
