"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FileIcon } from "@/components/common/file-icon";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { DialogCancelled } from "@/lib/client/dialogs";
import type { ChatDocumentDto, DocumentChatDto } from "@/lib/features/documents/dto";
import { useChatActions } from "@/lib/features/documents/hooks";
import { DOCUMENTS_MAX } from "@/lib/features/documents/limits";
import { DocumentPicker } from "../document-picker";
import { DocumentState } from "../document-state";

interface DocumentChipsProps {
  chat: DocumentChatDto;
  openVersionId: string | null;
  onOpen: (versionId: string) => void;
}

/** What a conversation is about: one to ten documents; a chip opens its document in the reader. */
export function DocumentChips({ chat, openVersionId, onOpen }: DocumentChipsProps) {
  const t = useTranslations("documents.chat");
  const dialogs = useDialogs();
  const { change } = useChatActions();
  const { id, documents } = chat;
  const ids = documents.map(({ documentId }) => documentId);

  const handleAdd = () => {
    let picked: readonly string[] = ids;
    dialogs
      .open({
        title: t("addTitle"),
        size: "normal",
        okButton: t("addOk"),
        awaitsSubmittable: true,
        content: (control) => (
          <DocumentPicker
            initial={ids}
            onChange={(next) => {
              picked = next;
              control.setSubmittable(next.length > 0 && next.length <= DOCUMENTS_MAX);
            }}
          />
        ),
        onOk: async () => {
          await change.mutateAsync({ id, documentIds: [...picked] });
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof DialogCancelled)) throw error;
      });
  };
  return (
    <div className="flex shrink-0 items-center gap-2 border-b px-4 py-2 md:px-5">
      <ul aria-label={t("documents")} className="flex min-w-0 flex-1 gap-1.5 overflow-x-auto">
        {documents.map((document) => (
          <Chip
            key={document.documentId}
            document={document}
            isOpen={document.versionId === openVersionId}
            onOpen={onOpen}
            onRemove={
              documents.length > 1
                ? () => change.mutate({ id, documentIds: ids.filter((each) => each !== document.documentId) })
                : undefined
            }
          />
        ))}
      </ul>
      <span className="tnum shrink-0 text-xs text-fg-3">
        {documents.length}/{DOCUMENTS_MAX}
      </span>
      <Button size="sm" icon={Plus} onClick={handleAdd}>
        {t("add")}
      </Button>
    </div>
  );
}

interface ChipProps {
  document: ChatDocumentDto;
  isOpen: boolean;
  onOpen: (versionId: string) => void;
  onRemove: (() => void) | undefined;
}

function Chip({ document, isOpen, onOpen, onRemove }: ChipProps) {
  const t = useTranslations("documents.chat");
  const { name, format, parse, versionId } = document;
  const isReady = parse.status === "ready";
  return (
    <li
      className={cn(
        "flex h-7 max-w-80 shrink-0 items-center rounded-sm border text-sm pointer-coarse:h-11",
        isOpen ? "border-primary-line bg-primary-soft" : "bg-background",
      )}
    >
      <button
        type="button"
        disabled={!isReady}
        aria-pressed={isOpen}
        onClick={() => onOpen(versionId)}
        className="flex h-full min-w-0 items-center gap-1.5 rounded-sm px-2 hover:text-primary-ink disabled:text-fg-3"
      >
        <FileIcon format={format} size={15} />
        <span className="min-w-0 truncate">{name}</span>
      </button>
      {!isReady && (
        <span className="shrink-0 pr-1.5">
          <DocumentState parse={parse} />
        </span>
      )}
      {onRemove && <IconButton icon={X} size={24} iconSize={13} label={t("remove", { name })} onClick={onRemove} />}
    </li>
  );
}
