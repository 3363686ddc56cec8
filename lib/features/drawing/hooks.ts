import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { BY_FORM, type Change, useChangeOf } from "@/lib/client/use-change";
import type { ShareDays } from "@/lib/sharing/limits";
import type { bodyOf } from "./settings";
import { isOpenDrawing } from "./tree";

const BASE = "/drawing";
const PICTURES = `${BASE}/pictures` as const;
/** While something is drawn, milliseconds. */
const POLL_MS = 1500;
export const GALLERY_PAGE = 100;

export interface GalleryFilter {
  keyword: string;
  folderId: string | null;
  trash: boolean;
}

export const drawingKeys = {
  all: ["drawing"] as const,
  options: ["drawing", "options"] as const,
  galleries: ["drawing", "gallery"] as const,
  gallery: (filter: GalleryFilter) => ["drawing", "gallery", filter] as const,
  tree: (id: string) => ["drawing", "tree", id] as const,
  picture: (id: string) => ["drawing", "picture", id] as const,
  folders: ["drawing", "folders"] as const,
  open: ["drawing", "open"] as const,
  shares: (id: string) => ["drawing", "shares", id] as const,
};

export const drawingOptionsQuery = queryOptions({
  queryKey: drawingKeys.options,
  queryFn: ({ signal }) => api.get(`${BASE}/options`, { signal }),
  meta: { quiet: true },
});

/** Thousands of pictures, a page at a time. */
export const galleryQuery = (filter: GalleryFilter) =>
  infiniteQueryOptions({
    queryKey: drawingKeys.gallery(filter),
    queryFn: ({ signal, pageParam }) =>
      api.get(PICTURES, {
        query: {
          page: pageParam,
          pageSize: GALLERY_PAGE,
          keyword: filter.keyword || undefined,
          folderId: filter.folderId ?? undefined,
          trash: filter.trash || undefined,
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * GALLERY_PAGE < total ? pages.length + 1 : undefined),
    meta: { quiet: true },
  });

export const treeQuery = (id: string) =>
  queryOptions({
    queryKey: drawingKeys.tree(id),
    queryFn: ({ signal }) => api.get(`${BASE}/trees/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.drawings.some(isOpenDrawing) ? POLL_MS : false),
    meta: { quiet: true },
  });

export const pictureQueryOf = (id: string) =>
  queryOptions({
    queryKey: drawingKeys.picture(id),
    queryFn: ({ signal }) => api.get(`${PICTURES}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const openDrawingsQuery = queryOptions({
  queryKey: drawingKeys.open,
  queryFn: ({ signal }) => api.get(`${BASE}/requests`, { signal }),
  refetchInterval: ({ state }) => (state.data && state.data.items.length > 0 ? POLL_MS : false),
  meta: { quiet: true },
});

export const drawingFoldersQuery = queryOptions({
  queryKey: drawingKeys.folders,
  queryFn: ({ signal }) => api.get(`${BASE}/folders`, { signal }),
  meta: { quiet: true },
});

/** A change after which everything about drawing is read anew. */
const useChange = <Input, Output = unknown>(...change: Change<Input, Output>) =>
  useChangeOf(drawingKeys.all, ...change);

export interface Begin extends ReturnType<typeof bodyOf> {
  parentId?: string;
  maskFileId?: string;
  folderId?: string | null;
  /** Of this press of the button: pressed twice it draws once. */
  key: string;
}

export function useDrawingActions() {
  return {
    begin: useChange(({ key, ...body }: Begin) => api.post(PICTURES, body, { headers: { "Idempotency-Key": key } })),
    cancel: useChange((id: string) => api.post(`${BASE}/requests/${id}/cancel`)),
    retry: useChange((id: string) => api.post(`${BASE}/requests/${id}/retry`)),
    dismiss: useChange((id: string) => api.delete(`${BASE}/requests/${id}`)),
    improve: useChange((prompt: string) => api.post(`${BASE}/improve`, { prompt })),
  };
}

export function usePictureActions() {
  return {
    change: useChange(({ id, ...patch }: { id: string; title?: string; folderId?: string | null }) =>
      api.patch(`${PICTURES}/${id}`, patch),
    ),
    trash: useChange((ids: string[]) => api.post(`${PICTURES}/trash`, { ids })),
    restore: useChange((ids: string[]) => api.post(`${PICTURES}/restore`, { ids })),
    purge: useChange((ids: string[]) => api.post(`${PICTURES}/purge`, { ids })),
  };
}

export function useFolderActions() {
  return {
    create: useChange((name: string) => api.post(`${BASE}/folders`, { name }), BY_FORM),
    rename: useChange(
      ({ id, name }: { id: string; name: string }) => api.patch(`${BASE}/folders/${id}`, { name }),
      BY_FORM,
    ),
    remove: useChange((id: string) => api.delete(`${BASE}/folders/${id}`)),
  };
}

/** Links of an own picture. */
export const pictureSharesQuery = (id: string) =>
  queryOptions({
    queryKey: drawingKeys.shares(id),
    queryFn: ({ signal }) => api.get(`${PICTURES}/${id}/shares`, { signal }),
    meta: { quiet: true },
  });

export const usePictureShares = (id: string) => ({
  create: useChange((days: ShareDays) => api.post(`${PICTURES}/${id}/shares`, { days })),
  revoke: useChange((share: string) => api.delete(`${BASE}/shares/${share}`)),
});

/** Uploads a mask or a picture to go by. */
export const uploadInput = (file: File) => api.upload("/files", { file, fields: { purpose: "drawing-input" } });
