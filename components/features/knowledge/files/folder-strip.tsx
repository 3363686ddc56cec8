"use client";

import { ChevronRight, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { foldersIn } from "@/lib/features/knowledge/file-filter";

interface FolderStripProps {
  folders: readonly { folder: string; count: number }[];
  /** The one in view, by its path. */
  folder: string;
  onOpen: (folder: string) => void;
}

const LINK = "rounded-xs px-1 text-fg-2 hover:text-primary-ink pointer-coarse:min-h-11";

/** Where one is in the base, and the folders right below. */
export function FolderStrip({ folders, folder, onOpen }: FolderStripProps) {
  const t = useTranslations("knowledge-files.folder");
  const below = foldersIn(folders, folder);
  const names = folder === "" ? [] : folder.split("/");
  if (names.length === 0 && below.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-2 text-sm md:px-5">
      {names.length > 0 && (
        <nav aria-label={t("path")} className="flex min-w-0 flex-wrap items-center">
          <button type="button" className={LINK} onClick={() => onOpen("")}>
            {t("root")}
          </button>
          {names.map((name, index) => {
            const path = names.slice(0, index + 1).join("/");
            return (
              <Fragment key={path}>
                <ChevronRight aria-hidden size={13} className="text-fg-4" />
                {path === folder ? (
                  <span aria-current="page" className="max-w-60 truncate px-1 font-medium">
                    {name}
                  </span>
                ) : (
                  <button type="button" className={`${LINK} max-w-60 truncate`} onClick={() => onOpen(path)}>
                    {name}
                  </button>
                )}
              </Fragment>
            );
          })}
        </nav>
      )}
      {below.length > 0 && (
        <ul aria-label={t("below")} className="flex max-h-28 min-w-0 flex-wrap gap-2 overflow-y-auto">
          {below.map(({ name, path, count }) => (
            <li key={path}>
              <button
                type="button"
                onClick={() => onOpen(path)}
                className="flex h-8 max-w-60 items-center gap-1.5 rounded-sm border px-2.5 hover:border-border-strong hover:bg-subtle pointer-coarse:h-11"
              >
                <Folder aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
                <span className="truncate">{name}</span>
                <span className="tnum text-fg-3 text-xs">{count}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
