"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { aboutQuery } from "@/lib/features/preview/hooks";

/** Which product this is, to copy for whoever helps. */
export function AboutCard() {
  const t = useTranslations("preview.about");
  const c = useTranslations("common");
  const query = useQuery(aboutQuery);
  if (query.isError) {
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-fg-2 text-sm">
        {c("table.failed")}
        <Button onClick={() => query.refetch()}>{c("action.retry")}</Button>
      </div>
    );
  }
  if (!query.data) {
    return (
      <div role="status" aria-label={c("state.loading")} className="space-y-3 py-1">
        <Skeleton className="w-2/3" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-3/4" />
      </div>
    );
  }
  const { product, version, database, licence, licensee, instance, requestId } = query.data;
  const rows: [label: string, value: string, isCode?: boolean][] = [
    [t("version"), `${product} ${version}`],
    [t("database"), t(database)],
    [t("licence"), t(`licenceState.${licence}`)],
    ...(licensee ? [[t("licensee"), licensee] as [string, string]] : []),
    [t("instance"), instance, true],
    [t("requestId"), requestId, true],
  ];
  return (
    <>
      <dl className="text-sm">
        {rows.map(([label, value, isCode]) => (
          <div key={label} className="flex min-h-8 items-start gap-3 py-1">
            <dt className="w-20 shrink-0 text-fg-3">{label}</dt>
            <dd className={isCode ? "min-w-0 flex-1 break-all font-mono text-xs leading-5" : "min-w-0 flex-1"}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-2 flex items-center gap-2 border-t pt-3 text-fg-3 text-xs">
        <span className="min-w-0 flex-1">{t("support")}</span>
        <CopyButton text={rows.map(([label, value]) => `${label}: ${value}`).join("\n")} label={t("copy")} />
      </div>
    </>
  );
}
