"use client";

import { Copy, Pencil, Share2, Trash2, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { confirm, DialogCancelled } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { offerUndo } from "@/lib/client/undo";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { usePromptActions } from "@/lib/features/prompts/hooks";
import { ShareForm } from "./share-form";

interface PromptMenuProps {
  prompt: PromptDetail;
  hasDepartment: boolean;
  onEdit: () => void;
  onMine: (id: string) => void;
  onClose: () => void;
}

/** What can be done with a prompt besides using it. */
export function PromptMenu({ prompt, hasDepartment, onEdit, onMine, onClose }: PromptMenuProps) {
  const t = useTranslations("prompts");
  const dialogs = useDialogs();
  const { fork, remove, restore, share, withdraw } = usePromptActions("own");
  const { id, name } = prompt;

  const handleFork = () =>
    fork.mutate(id, {
      onSuccess: (copy) => {
        toast.success(t("drawer.forked"));
        onMine(copy.id);
      },
    });
  const handleShare = async () => {
    let visibility: "department" | "all" = hasDepartment ? "department" : "all";
    try {
      await dialogs.open({
        title: t("share.title", { name }),
        size: "small",
        okButton: t("share.ok"),
        content: (
          <ShareForm
            prompt={prompt}
            hasDepartment={hasDepartment}
            initial={visibility}
            onChange={(value) => {
              visibility = value;
            }}
          />
        ),
        onOk: async () => {
          await share.mutateAsync({ id, visibility });
          toast.success(t("share.done"));
        },
      });
    } catch (error) {
      if (!(error instanceof DialogCancelled)) reportFailure(error);
    }
  };
  const handleWithdraw = () =>
    confirm({
      title: t("drawer.withdrawTitle"),
      description: t("drawer.withdrawText", { name }),
      okButton: t("drawer.withdraw"),
      destructive: true,
      onOk: () => withdraw.mutateAsync(id),
    });
  const handleDelete = () =>
    remove.mutate(id, {
      onSuccess: () => {
        onClose();
        offerUndo(t("drawer.deleted", { name }), async () => {
          await restore.mutateAsync(id);
        });
      },
    });

  if (!prompt.isOwn) {
    return (
      <Button icon={Copy} loading={fork.isPending} onClick={handleFork}>
        {t("drawer.fork")}
      </Button>
    );
  }
  const isShared = prompt.visibility !== "self";
  const hasNews = prompt.status !== "pending" && (!isShared || prompt.releasedVersion !== prompt.newestVersion);
  return (
    <>
      <MoreMenu
        label={t("drawer.more")}
        commands={[
          {
            key: "share",
            label: t("drawer.share"),
            icon: Share2,
            disabled: !hasNews,
            onSelect: () => void handleShare(),
          },
          ...(isShared
            ? [{ key: "withdraw", label: t("drawer.withdraw"), icon: Undo2, onSelect: () => void handleWithdraw() }]
            : []),
          { key: "fork", label: t("drawer.fork"), icon: Copy, onSelect: handleFork },
          { key: "delete", label: t("drawer.delete"), icon: Trash2, danger: true, apart: true, onSelect: handleDelete },
        ]}
      />
      <Button icon={Pencil} onClick={onEdit}>
        {t("drawer.edit")}
      </Button>
    </>
  );
}
