import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { Segmentation } from "@/lib/retrieval/types";
import { cleanSegmentation } from "./segmentation-problems";

const FILES = "/knowledge/files" as const;

export const segmentationKeys = {
  preview: (fileId: string, segmentations: readonly Segmentation[]) =>
    ["knowledge", "segmentation", fileId, segmentations] as const,
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
