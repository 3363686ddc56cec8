"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FolderChoice } from "@/components/common/folder-choice";
import { foldersQuery } from "@/lib/features/documents/hooks";

interface MoveFormProps {
  initial: string | null;
  onChange: (folderId: string | null) => void;
}

/** The folder documents go to. */
export function MoveForm({ initial, onChange }: MoveFormProps) {
  const t = useTranslations("documents.folder");
  const { data } = useQuery(foldersQuery);
  return (
    <FolderChoice
      label={t("target")}
      none={t("none")}
      hint={data?.items.length === 0 ? t("noFolders") : undefined}
      folders={data?.items ?? []}
      initial={initial}
      onChange={onChange}
    />
  );
}
