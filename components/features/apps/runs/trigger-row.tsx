"use client";

import { CalendarClock, KeyRound, Pencil, Terminal, Trash2, Webhook } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoments } from "@/components/common/use-moments";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { confirm } from "@/lib/client/dialogs";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { editorHref } from "@/lib/features/apps/paths";
import type { TriggerDto } from "@/lib/features/apps/runs-dto";
import { useTriggerActions } from "@/lib/features/apps/runs-hooks";
import { useScheduleWords } from "./use-schedule-words";

interface TriggerRowProps {
  appId: string;
  trigger: TriggerDto;
  onEdit: () => void;
  /** With a new secret where there is one. */
  onGuide: (secret: string | null) => void;
  /** Another screen is gone to. */
  onLeave: () => void;
}

/** One schedule or webhook: when it runs next and ran last, why it stopped, on or off. */
export function TriggerRow({ appId, trigger, onEdit, onGuide, onLeave }: TriggerRowProps) {
  const t = useTranslations("apps-runs.triggers");
  const moments = useMoments();
  const errorText = useErrorText();
  const wordsOf = useScheduleWords();
  const { change, remove } = useTriggerActions(appId);
  const { id, kind, isOn, cron, timeZone, nextAt, lastAt, lastRunId, failure } = trigger;
  const name = trigger.name || t(kind);
  const Icon = kind === "schedule" ? CalendarClock : Webhook;
  // What was pressed stands there at once.
  const shown = change.isPending && change.variables.isOn !== undefined ? change.variables.isOn : isOn;
  const handleSecret = async () => {
    const isSure = await confirm({
      title: t("newSecretTitle", { name }),
      description: t("newSecretText"),
      okButton: t("newSecretOk"),
      destructive: true,
    });
    if (!isSure) return;
    await change.mutateAsync({ id, newSecret: true }).then(({ secret }) => onGuide(secret), reportFailure);
  };
  const handleRemove = () =>
    void confirm({
      title: t("deleteTitle", { name }),
      description: t("deleteText"),
      okButton: t("delete"),
      destructive: true,
      onOk: async () => {
        await remove.mutateAsync(id).catch((error: unknown) => {
          reportFailure(error);
          throw error;
        });
        toast.success(t("removed"));
      },
    });
  return (
    <li className="flex items-start gap-3 px-3 py-3">
      <span aria-hidden className="mt-0.5 grid size-7 shrink-0 place-items-center rounded-sm bg-muted text-fg-2">
        <Icon size={15} strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-sm">{name}</p>
        <p className="break-all text-fg-2 text-xs">
          {kind === "schedule" ? wordsOf(cron ?? "", timeZone ?? "") : trigger.path}
        </p>
        <p className="tnum flex flex-wrap gap-x-3 text-fg-3 text-xs">
          {kind === "schedule" && isOn && nextAt && <span>{t("next", { time: moments.minute(nextAt) })}</span>}
          {!isOn && !failure && <span>{t("off")}</span>}
          <span>{lastAt ? t("last", { time: moments.minute(lastAt) }) : t("never")}</span>
          {lastRunId && (
            <Link
              href={`${editorHref(appId, "debug")}&run=${lastRunId}`}
              onClick={onLeave}
              className="text-primary-ink hover:underline"
            >
              {t("lastRun")}
            </Link>
          )}
        </p>
        {failure && (
          <Status tone="danger" className="mt-1 whitespace-normal text-danger-ink text-xs">
            {t("stopped", { reason: errorText(failure) })}
          </Status>
        )}
      </div>
      <Switch
        aria-label={t("on", { name })}
        checked={shown}
        disabled={change.isPending}
        onCheckedChange={(next) => void change.mutateAsync({ id, isOn: next }).catch(reportFailure)}
        className="mt-1"
      />
      <MoreMenu
        label={t("more", { name })}
        commands={[
          { key: "edit", label: t("edit"), icon: Pencil, onSelect: onEdit },
          ...(kind === "webhook"
            ? [
                { key: "guide", label: t("howTo"), icon: Terminal, onSelect: () => onGuide(null) },
                { key: "secret", label: t("newSecret"), icon: KeyRound, onSelect: () => void handleSecret() },
              ]
            : []),
          { key: "delete", label: t("delete"), icon: Trash2, danger: true, onSelect: handleRemove },
        ]}
      />
    </li>
  );
}
