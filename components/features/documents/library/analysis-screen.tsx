"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DropArea } from "@/components/common/drop-area";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { UndoBar } from "@/components/common/undo-bar";
import { UploadList } from "@/components/common/upload-list";
import { useKeyword } from "@/components/common/use-keyword";
import { TopBar } from "@/components/layout/top-bar";
import { Segmented } from "@/components/ui/segmented";
import { filterAddress, readFilter, readOpen } from "@/lib/features/documents/filter";
import { type DocumentFilter, foldersQuery, useChatActions } from "@/lib/features/documents/hooks";
import { DOCUMENT_SIZE_MAX, DOCUMENTS_MAX } from "@/lib/features/documents/limits";
import { chatHref } from "@/lib/features/documents/paths";
import { DocumentsSidebar } from "../documents-sidebar";
import { useDocumentCommands } from "../use-document-commands";
import { DocumentView } from "../view/document-view";
import { DocumentTable } from "./document-table";
import { UploadButton } from "./upload-button";
import { useUploads } from "./use-uploads";

/** History documents, their folders, uploads; a document that is opened takes the panel. */
export function AnalysisScreen() {
  const params = Object.fromEntries(useSearchParams());
  const filter = readFilter(params);
  const open = readOpen(params);
  const folder = filter.trash ? "trash" : (filter.folderId ?? "all");
  const show = (next: DocumentFilter, document: string | null = null) =>
    window.history.pushState(null, "", `${window.location.pathname}${filterAddress(next, document)}`);
  return (
    <>
      <DocumentsSidebar folder={open ? null : folder} chatId={null} />
      {open ? (
        <DocumentView key={open} id={open} onClose={() => show(filter)} />
      ) : (
        <Library key={folder} filter={filter} onOpen={(id) => show(filter, id)} />
      )}
    </>
  );
}

interface LibraryProps {
  /** As the address asks. */
  filter: DocumentFilter;
  onOpen: (id: string) => void;
}

function Library({ filter, onOpen }: LibraryProps) {
  const t = useTranslations("documents");
  const router = useRouter();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { data: folders } = useQuery(foldersQuery);
  const commands = useDocumentCommands();
  const { create } = useChatActions();
  const { uploads, items } = useUploads();
  const folderId = filter.folderId === "none" ? null : filter.folderId;
  const folderName = folders?.items.find(({ id }) => id === folderId)?.name;

  const change = (patch: Partial<DocumentFilter>) => {
    const next = filterAddress({ ...filter, page: 1, ...patch });
    window.history.replaceState(null, "", `${window.location.pathname}${next}`);
    setPicked(new Set());
  };
  const [keyword, setKeyword] = useKeyword(filter.keyword, (typed) => change({ keyword: typed }));
  const handleFiles = (files: File[]) => uploads.addTo(files, folderId);
  const handleAsk = async (ids: readonly string[]) => {
    const chat = await create.mutateAsync(ids).catch(() => null);
    if (chat) router.push(chatHref(chat.id));
  };
  const states = (["all", "ready", "running", "failed"] as const).map((value) => ({
    value,
    label: t(`filter.${value}`),
  }));
  return (
    <DropArea label={t("upload.drop")} onFiles={handleFiles} disabled={filter.trash}>
      <TopBar
        title={filter.trash ? t("folder.trash") : (folderName ?? t("title"))}
        crumbs={folderName || filter.trash ? [{ label: t("title"), href: "/personal/document/document-analysis" }] : []}
        meta={filter.trash ? t("trashNote") : undefined}
        actions={!filter.trash && <UploadButton onFiles={handleFiles} />}
      />
      <UploadList
        uploads={uploads}
        items={items}
        filesMax={DOCUMENTS_MAX}
        sizeMax={DOCUMENT_SIZE_MAX}
        onOpen={onOpen}
      />
      <ListToolbar search={t("search")} keyword={keyword} onKeyword={setKeyword}>
        {!filter.trash && (
          <Segmented
            aria-label={t("filter.label")}
            value={filter.status}
            onValueChange={(status) => change({ status })}
            options={states}
          />
        )}
      </ListToolbar>
      <DocumentTable
        filter={filter}
        folders={folders}
        picked={picked}
        commands={commands}
        onFilter={change}
        onClear={() => change({ keyword: "", status: "all" })}
        onPick={setPicked}
        onOpen={onOpen}
        onAsk={(ids) => void handleAsk(ids)}
        empty={
          filter.trash ? (
            <EmptyState title={t("empty.trash")} description={t("empty.trashText")} />
          ) : folderId ? (
            <EmptyState
              title={t("empty.folder")}
              description={t("empty.folderText")}
              action={<UploadButton onFiles={handleFiles} />}
            />
          ) : (
            <EmptyState
              title={t("empty.title")}
              description={t("empty.text", { max: DOCUMENTS_MAX })}
              action={<UploadButton onFiles={handleFiles} />}
              steps={(["upload", "overview", "ask"] as const).map((step) => ({
                title: t(`empty.steps.${step}.title`),
                description: t(`empty.steps.${step}.text`),
              }))}
            />
          )
        }
      />
      <UndoBar />
    </DropArea>
  );
}
