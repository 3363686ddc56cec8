"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TextDiff } from "@/components/common/text-diff";
import { useMoments } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { ConfigChange, ConfigVersionDto } from "@/lib/features/configuration/dto";
import { useBasicActions, versionsQuery } from "@/lib/features/configuration/hooks";
import { useFieldName } from "./field-name";

/** Who changed what and when; each version can be gone back to. */
export function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("configuration.history");
  const query = useInfiniteQuery(versionsQuery);
  const rows = query.data?.pages.flatMap(({ items }) => items);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} size="large">
        {query.isPending && <PanelSkeleton />}
        {query.isError && !rows && <ErrorState onRetry={() => void query.refetch()} />}
        {rows?.length === 0 && <p className="py-10 text-center text-base text-fg-3">{t("empty")}</p>}
        <ol className="divide-y">
          {rows?.map((row) => (
            <Version key={row.id} row={row} />
          ))}
        </ol>
        {query.hasNextPage && (
          <div className="flex justify-center pt-3">
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Version({ row }: { row: ConfigVersionDto }) {
  const t = useTranslations("configuration.history");
  const kind = useTranslations("configuration.kind");
  const moments = useMoments();
  const { restore } = useBasicActions();
  const time = moments.minute(row.createdAt);
  const handleRestore = async () => {
    const title = t("restoreTitle", { kind: kind(row.type), version: row.version });
    if (!(await confirm({ title, description: t("restoreText"), okButton: t("restore") }))) return;
    restore.mutate(row.id, { onSuccess: () => toast.success() });
  };
  return (
    <li className="py-4 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold text-base">{kind(row.type)}</h3>
        <Badge>{t("version", { version: row.version })}</Badge>
        {row.isCurrent && <Badge tone="success">{t("current")}</Badge>}
        <span className="text-fg-3 text-xs">
          {row.version === 0 ? t("before") : `${row.authorName ?? t("unknown")} · ${time}`}
        </span>
        {!row.isCurrent && (
          <Button size="sm" className="ml-auto" loading={restore.isPending} onClick={() => void handleRestore()}>
            {t("restore")}
          </Button>
        )}
      </div>
      {row.changes.length > 0 && (
        <dl className="mt-2 space-y-2">
          {row.changes.map((change) => (
            <Change key={change.field} row={row} change={change} />
          ))}
        </dl>
      )}
    </li>
  );
}

function Change({ row, change }: { row: ConfigVersionDto; change: ConfigChange }) {
  const t = useTranslations("configuration.history");
  const nameOf = useFieldName();
  const text = (value: unknown): string => {
    if (value === null || value === "") return "";
    if (typeof value === "boolean") return value ? t("on") : t("off");
    return change.field.endsWith("FileId") ? t("picture") : String(value);
  };
  return (
    <div className="text-sm">
      <dt className="text-fg-3">{nameOf(row.type, change.field)}</dt>
      <dd className="mt-0.5">
        <TextDiff before={text(change.before)} after={text(change.after)} />
      </dd>
    </div>
  );
}
