"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { areaOfApp, hrefIn } from "@/lib/conversation/areas";
import type { RecordDto } from "@/lib/features/records/dto";
import { showRound, useDeleteConversation } from "@/lib/features/records/hooks";

/** What a person does with their own rounds. */
export function useOwnCommands() {
  const t = useTranslations("records");
  const router = useRouter();
  const { mutateAsync } = useDeleteConversation();
  const titleOf = (row: RecordDto) => row.title || t("untitled");

  /** Goes to the conversation, with the branch of this round in view. */
  const open = async (row: RecordDto) => {
    const area = areaOfApp(row.app);
    if (!area) return;
    // Without it the conversation opens on the branch it was left on.
    await showRound(row.id).catch(() => undefined);
    router.push(hrefIn(area, row.sessionId, row.id));
  };

  const remove = (row: RecordDto) =>
    confirm({
      title: t("own.deleteTitle"),
      description: t("own.deleteText", { title: titleOf(row) }),
      okButton: t("own.delete"),
      destructive: true,
      onOk: async () => {
        await mutateAsync(row.sessionId);
        toast.success(t("own.deleted", { count: 1 }));
      },
    });

  /** Deletes the conversations of several rounds; what one area refuses does not stop the others. */
  const removeAll = (rows: readonly RecordDto[]) => {
    const conversations = [...new Map(rows.map((row) => [row.sessionId, row])).values()];
    const count = conversations.length;
    return confirm({
      title: t("own.deleteSomeTitle", { count }),
      description: t("own.deleteSomeText"),
      okButton: t("own.deleteSome"),
      destructive: true,
      onOk: async () => {
        let refused = 0;
        let reason = "";
        for (const row of conversations) {
          await mutateAsync(row.sessionId).catch((error: unknown) => {
            refused++;
            reason = error instanceof Error ? error.message : "";
          });
        }
        if (refused > 0) toast.error(t("own.notAll", { count: refused, reason }));
        else toast.success(t("own.deleted", { count }));
      },
    });
  };
  return { open, remove, removeAll };
}
