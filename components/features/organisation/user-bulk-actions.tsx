"use client";

import { Ban, Check, FolderInput, ShieldMinus, ShieldPlus, Trash2 } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { DialogCancelled } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { BulkResult } from "@/lib/features/organisation/dto";
import { toCallFilter, type UserListFilter, useUserActions } from "@/lib/features/organisation/hooks";
import type { BulkAction } from "@/lib/features/organisation/kinds";
import { BulkQuestion, BulkRefusals } from "./bulk-parts";
import type { Viewer } from "./user-drawer";

interface UserBulkActionsProps {
  keys: ReadonlySet<string>;
  all: boolean;
  filter: UserListFilter;
  viewer: Viewer;
  onDone: () => void;
}

/** What is done with all picked people at once. */
export function UserBulkActions({ keys, all, filter, viewer, onDone }: UserBulkActionsProps) {
  const t = useTranslations("organisation.users.bulk");
  const locale = useLocale();
  const dialogs = useDialogs();
  const { bulk } = useUserActions();
  const [isRunning, setIsRunning] = useState(false);

  const run = async (action: BulkAction) => {
    const choice: { departmentId?: string; roleId?: string } = {};
    let result: BulkResult | undefined;
    setIsRunning(true);
    try {
      await dialogs.open({
        title: t(`title.${action}`),
        okButton: t(`ok.${action}`),
        destructive: action === "delete" || action === "disable" || action === "removeRole",
        awaitsSubmittable: action === "move" || action === "addRole" || action === "removeRole",
        content: (control) => (
          <BulkQuestion
            action={action}
            count={all ? null : keys.size}
            locale={locale}
            control={control}
            onChoice={(value) => Object.assign(choice, value)}
          />
        ),
        onOk: async () => {
          const whom = all ? { filter: toCallFilter(filter) } : { ids: [...keys] };
          result = await bulk.mutateAsync({ action, ...whom, ...choice });
        },
      });
      onDone();
      if (!result || result.refusedCount === 0) toast.success();
      else {
        await dialogs.open({
          title: t("result", { done: result.done, refused: result.refusedCount }),
          cancelButton: null,
          okButton: t("close"),
          content: <BulkRefusals result={result} />,
        });
      }
    } catch (error) {
      if (!(error instanceof DialogCancelled)) throw error;
    } finally {
      setIsRunning(false);
    }
  };
  const command = (action: BulkAction, icon: typeof Check) => ({
    key: action,
    label: t(`ok.${action}`),
    icon,
    disabled: isRunning,
    onSelect: () => void run(action),
  });
  return (
    <>
      <Button size="sm" icon={FolderInput} disabled={isRunning} onClick={() => void run("move")}>
        {t("ok.move")}
      </Button>
      <Button size="sm" icon={ShieldPlus} disabled={isRunning} onClick={() => void run("addRole")}>
        {t("ok.addRole")}
      </Button>
      <MoreMenu
        label={t("more")}
        commands={[
          ...(viewer.isAdministrator ? [command("removeRole", ShieldMinus)] : []),
          command("enable", Check),
          command("disable", Ban),
          { ...command("delete", Trash2), danger: true, apart: true },
        ]}
      />
    </>
  );
}
