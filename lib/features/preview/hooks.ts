import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { OpenApiDocument } from "./api-document";

export const previewKeys = {
  overview: ["preview", "overview"] as const,
  about: ["preview", "about"] as const,
  document: ["preview", "document"] as const,
};

export const overviewQuery = queryOptions({
  queryKey: previewKeys.overview,
  queryFn: ({ signal }) => api.get("/admin/preview/overview", { signal }),
  meta: { quiet: true },
});

export const aboutQuery = queryOptions({
  queryKey: previewKeys.about,
  queryFn: ({ signal }) => api.get("/admin/preview/about", { signal }),
  staleTime: 0,
  meta: { quiet: true },
});

/** The document has no envelope, so it is read like a file. */
export const documentQuery = queryOptions({
  queryKey: previewKeys.document,
  queryFn: async ({ signal }) =>
    JSON.parse(await (await api.blob("/openapi.json", { signal })).blob.text()) as OpenApiDocument,
  staleTime: 5 * 60_000,
  meta: { quiet: true },
});
