"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TextDiff } from "@/components/common/text-diff";
import { useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { AppDetailDto, VersionDto } from "@/lib/features/apps/dto";
import { useAppActions, versionQuery, versionsQuery } from "@/lib/features/apps/hooks";
import { changedSettings } from "@/lib/features/apps/settings-diff";
import { useUnpublish } from "./use-unpublish";

const FlowChanges = lazy(() => import("../flow/flow-changes").then((module) => ({ default: module.FlowChanges })));

const NONE = "none";

interface VersionsProps {
  app: AppDetailDto;
  draft: Record<string, unknown>;
  models: ConversationOptions["models"]["items"];
  /** Another draft stands there now. */
  onRestored: () => void;
}

/** What was published, each against the version before it or another one, the draft against the newest (spec K4). */
export function Versions({ app, draft, models, onRestored }: VersionsProps) {
  const t = useTranslations("apps-editor.versions");
  const when = useWhen();
  const { data, isError, refetch } = useQuery(versionsQuery(app.id));
  const [chosen, setChosen] = useState<number | null>(null);
  /** Another version to compare with than the one before. */
  const [other, setOther] = useState<number | null>(null);
  const { restoreVersion } = useAppActions();
  const handleUnpublish = useUnpublish(app.id);
  if (!data) return isError ? <ErrorState onRetry={() => void refetch()} /> : <PanelSkeleton />;
  if (data.items.length === 0) return <EmptyState title={t("none")} description={t("noneText")} />;
  const handleRestore = async ({ version }: VersionDto) => {
    const agreed = await confirm({
      title: t("restore.title", { version }),
      description: t("restore.text"),
      okButton: t("restore.ok"),
      onOk: () => restoreVersion.mutateAsync({ id: app.id, version, note: t("restore.kept") }),
    });
    if (!agreed) return;
    toast.success(t("restore.done"));
    onRestored();
  };
  const index = data.items.findIndex(({ version }) => version === chosen);
  const earlier = chosen === null ? data.items[0] : data.items[index + 1];
  const before = other ?? earlier?.version ?? null;
  const pick = (version: number | null) => {
    setChosen(version);
    setOther(null);
  };
  const isFlow = app.kind === "workflow";
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
      <div className="shrink-0 overflow-y-auto md:w-80 md:border-r">
        <ul aria-label={t("list")} className="divide-y border-b">
          <Entry isCurrent={chosen === null} onPick={() => pick(null)} title={t("draft")} note="" />
          {data.items.map((version) => (
            <Entry
              key={version.version}
              isCurrent={chosen === version.version}
              onPick={() => pick(version.version)}
              title={t("version", { version: version.version })}
              note={version.note}
              detail={[version.author?.name, when(version.createdAt)].filter(Boolean).join(" · ")}
              badge={version.isPublished ? t("inUse") : undefined}
            />
          ))}
        </ul>
        {app.version !== null && (
          <div className="p-4">
            <Button onClick={() => void handleUnpublish()}>{t("unpublish.open")}</Button>
          </div>
        )}
      </div>
      <div className={cn("min-h-0 min-w-0 flex-1", isFlow ? "flex flex-col" : "overflow-y-auto p-4 md:p-5")}>
        <div className={cn("flex flex-wrap items-center gap-3", isFlow ? "border-b px-4 py-2" : "mb-4")}>
          <h2 className="flex-1 font-semibold text-base">
            {chosen === null ? t("draft") : t("version", { version: chosen })}
            {before === null && <span className="ml-2 font-normal text-fg-3 text-sm">{t("first")}</span>}
          </h2>
          {data.items.length > (chosen === null ? 0 : 1) && (
            <FilterMenu
              label={t("against")}
              value={before === null ? NONE : String(before)}
              options={[
                ...(before === null ? [{ value: NONE, label: t("nothing") }] : []),
                ...data.items
                  .filter(({ version }) => version !== chosen)
                  .map(({ version }) => ({ value: String(version), label: t("version", { version }) })),
              ]}
              onChange={(value) => setOther(value === NONE ? null : Number(value))}
            />
          )}
          {chosen !== null && (
            <Button icon={RotateCcw} onClick={() => void handleRestore(data.items[index]!)}>
              {t("restore.open")}
            </Button>
          )}
        </div>
        <Changes key={`${chosen} ${before}`} app={app} models={models} draft={draft} version={chosen} before={before} />
      </div>
    </div>
  );
}

interface EntryProps {
  isCurrent: boolean;
  onPick: () => void;
  title: string;
  note: string;
  detail?: string;
  badge?: string;
}

function Entry({ isCurrent, onPick, title, note, detail, badge }: EntryProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isCurrent}
        onClick={onPick}
        className={cn("block w-full px-4 py-3 text-left -outline-offset-2", isCurrent ? "bg-muted" : "hover:bg-subtle")}
      >
        <span className="flex items-center gap-2">
          <span className="font-semibold text-sm">{title}</span>
          {badge && <Badge tone="success">{badge}</Badge>}
        </span>
        {note && <span className="block truncate text-fg-2 text-sm">{note}</span>}
        {detail && <span className="tnum block text-fg-3 text-xs">{detail}</span>}
      </button>
    </li>
  );
}

interface ChangesProps extends Pick<VersionsProps, "app" | "models" | "draft"> {
  /** Null: the draft. */
  version: number | null;
  before: number | null;
}

/** Before its first version an app was set to nothing. */
const NOTHING: Readonly<Record<string, unknown>> = {};

function Changes({ app, models, draft, version, before }: ChangesProps) {
  const { id } = app;
  const t = useTranslations("apps-editor.versions");
  const now = useQuery({ ...versionQuery(id, version ?? 1), enabled: version !== null });
  const then = useQuery({ ...versionQuery(id, before ?? 1), enabled: before !== null });
  const current = version === null ? draft : now.data?.settings;
  const former = before === null ? NOTHING : then.data?.settings;
  if (now.isError || then.isError)
    return <ErrorState onRetry={() => void Promise.all([now.refetch(), then.refetch()])} />;
  if (!current || !former) return <PanelSkeleton />;
  if (app.kind === "workflow") {
    return (
      <LazyBoundary fallback={<PanelSkeleton />}>
        <FlowChanges appId={id} before={former} after={current} models={models} />
      </LazyBoundary>
    );
  }
  const changes = changedSettings(former, current);
  if (changes.length === 0) return <p className="text-fg-3 text-sm">{t("same")}</p>;
  return (
    <dl className="space-y-4">
      {changes.map(({ name, before: was, after }) => (
        <div key={name} className="rounded-md border">
          <dt className="border-b bg-subtle px-3 py-2 font-semibold text-sm">
            {t.has(`field.${name}` as "field.url") ? t(`field.${name}` as "field.url") : name}
          </dt>
          <dd className="p-3">
            <TextDiff before={was} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
