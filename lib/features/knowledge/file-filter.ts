import * as field from "@/lib/client/address";
import { FILE_SORTS } from "./limits";

export interface FileFilter {
  page: number;
  pageSize: number;
  keyword: string;
  status: "all" | "running" | "failed" | "ready";
  /** By its path; empty: the root. Words are searched for in all folders. */
  folder: string;
  tag: string;
  uploaderId: string | null;
  sort: (typeof FILE_SORTS)[number];
  descending: boolean;
  /** Whose days have ended or soon will, in all folders. */
  review: boolean;
  trash: boolean;
}

const text = (name: string) => field.custom(name, "", (value) => value.slice(0, 500));
/** What a base's list of files shows, as its address says. */
export const fileAddress = field.addressCodec<FileFilter>({
  trash: field.flag("trash", "1"),
  review: field.flag("review", "1"),
  folder: field.beside(text("folder")),
  keyword: field.words(),
  status: field.oneOf("status", ["running", "failed", "ready"], "all"),
  tag: text("tag"),
  uploaderId: field.id("by"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", FILE_SORTS, "created")),
  descending: field.descending(),
});

/** What of a filter the server is asked for: in a search, and in the trash, folders do not count. */
export function askedFor({ keyword, status, folder, tag, uploaderId, review, trash }: FileFilter) {
  const isFlat = keyword !== "" || tag !== "" || review || trash;
  return {
    keyword: keyword || undefined,
    status: status === "all" ? undefined : status,
    folder: isFlat ? undefined : `/${folder}`,
    tag: tag || undefined,
    uploaderId: uploaderId ?? undefined,
    review: review || undefined,
  };
}

/** Folders right below one, with all that lies in each and below. */
export function foldersIn(folders: readonly { folder: string; count: number }[], parent: string) {
  const counts = new Map<string, number>();
  const lead = parent ? `${parent}/` : "";
  for (const { folder, count } of folders) {
    if (!folder.startsWith(lead) || folder === parent || folder === "") continue;
    const name = folder.slice(lead.length).split("/")[0]!;
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts].map(([name, count]) => ({ name, path: lead + name, count }));
}
