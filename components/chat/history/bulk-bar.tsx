"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, Folder, FolderInput, FolderX, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
import { useErrorText } from "@/components/common/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { ConversationArea } from "@/lib/conversation/area";
import { useHistoryActions } from "@/lib/conversation/client/hooks";
import type { BulkResultDto } from "@/lib/conversation/dto";
import type { ConversationBulk } from "@/lib/conversation/history-schema";
import { chatFoldersQuery } from "@/lib/features/chat/hooks";
import type { ListCommands } from "./use-commands";
import type { ChatSelection } from "./use-selection";

interface BulkBarProps {
  area: ConversationArea;
  selection: ChatSelection;
  commands: ListCommands;
  currentId: string;
}

/** What can be done with the chosen chats: archived, moved, deleted after one question. */
export function BulkBar({ area, selection, commands, currentId }: BulkBarProps) {
  const t = useTranslations("chat.bulk");
  const sessions = useTranslations("chat.sessions");
  const tell = useRefusals(area);
  const { data: folders } = useQuery({ ...chatFoldersQuery, enabled: area.hasFolders === true });
  const { bulk } = useHistoryActions();
  const ids = [...selection.ids];
  const none = ids.length === 0;

  const run = async (input: ConversationBulk) => {
    const result = await bulk.mutateAsync(input);
    selection.end();
    if (input.action !== "move" && result.done.includes(currentId)) commands.leave(currentId);
    if (result.refused.length > 0) tell(result);
    else toast.success(t(`done.${input.action}`, { count: result.done.length }));
  };
  // A failed call was told already; the choice stays.
  const quietly = (input: ConversationBulk) => void run(input).catch(() => undefined);
  const handleDelete = () =>
    void confirm({
      title: t("deleteTitle", { count: ids.length }),
      description: t("deleteText"),
      okButton: sessions("delete"),
      destructive: true,
      onOk: () => run({ action: "delete", ids }),
    });
  return (
    <div
      role="toolbar"
      aria-label={t("label")}
      className="mx-1 mb-1 flex items-center gap-0.5 rounded-sm border bg-background py-0.5 pl-2 pr-0.5"
    >
      <span role="status" className="tnum min-w-0 flex-1 truncate text-xs text-fg-2">
        {t("count", { count: ids.length })}
      </span>
      <IconButton
        icon={Archive}
        iconSize={14}
        label={t("archive")}
        disabled={none}
        onClick={() => quietly({ action: "archive", ids })}
      />
      {area.hasFolders && (
        <LazyMenu
          commands={[
            {
              key: "out",
              label: sessions("moveOut"),
              icon: FolderX,
              onSelect: () => quietly({ action: "move", ids, folderId: null }),
            },
            ...(folders?.items ?? []).map(({ id, name }) => ({
              key: id,
              label: name,
              icon: Folder,
              onSelect: () => quietly({ action: "move", ids, folderId: id }),
            })),
          ]}
          button={(handlers) => (
            <IconButton icon={FolderInput} iconSize={14} label={t("move")} disabled={none} {...handlers} />
          )}
        />
      )}
      <IconButton icon={Trash2} iconSize={14} label={t("delete")} disabled={none} onClick={handleDelete} />
      <IconButton icon={X} iconSize={14} label={t("end")} onClick={selection.end} />
    </div>
  );
}

/** Tells which chats a rule kept, and why. */
function useRefusals({ atMost = 0 }: ConversationArea) {
  const t = useTranslations("chat");
  const c = useTranslations("common");
  const errorText = useErrorText();
  return ({ done, refused }: BulkResultDto) => {
    void confirm({
      title: t("bulk.refusedTitle"),
      cancelButton: null,
      okButton: c("action.close"),
      description: (
        <>
          <p>{t("bulk.refusedText", { done: done.length, refused: refused.length })}</p>
          <ul className="mt-2 list-disc pl-5">
            {refused.map(({ id, title, error }) => (
              <li key={id}>
                {title || t("untitled")}: {errorText(error, { max: atMost })}
              </li>
            ))}
          </ul>
        </>
      ),
    });
  };
}
