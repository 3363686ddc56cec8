"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import { BaseChoice } from "@/components/features/knowledge/base-choice";
import { BaseShell } from "@/components/features/knowledge/base-shell";
import { CenterShell } from "@/components/features/knowledge/center-shell";
import { centerUsageHref, usageHref } from "@/lib/features/knowledge/paths";
import { usageAddress } from "@/lib/features/knowledge-operations/usage-filter";
import { usageQuery } from "@/lib/features/knowledge-operations/usage-hooks";
import { UsageBody } from "./usage-body";

/** How one base is used. */
export function BaseUsageScreen({ baseId, title }: { baseId: string | null; title: string }) {
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={usageHref} />;
  return (
    <BaseShell baseId={baseId} tab="usage">
      {(base) => <UsageBody baseId={base.id} href={usageHref(base.id)} />}
    </BaseShell>
  );
}

const ALL = "all";

/** How all bases of the center are used, or one of them. */
export function CenterUsageScreen() {
  const t = useTranslations("knowledge-operations-usage");
  // Asked for anew by the address, whose state the body holds.
  const params = Object.fromEntries(useSearchParams());
  const { baseId, days } = usageAddress.read(params);
  const { data } = useQuery(usageQuery(null, { days: Number(days) }));
  const bases = data?.bases.filter(({ id }) => id !== null) ?? [];
  return (
    <CenterShell tab="/knowledge-center/knowledge-center-setting/kb-center-update/usage">
      <UsageBody
        baseId={baseId ?? null}
        href={centerUsageHref}
        bases={(change) => (
          <FilterMenu
            label={t("base.label")}
            value={baseId ?? ALL}
            options={[
              { value: ALL, label: t("base.all") },
              ...bases.map(({ id, name }) => ({ value: id!, label: name })),
            ]}
            onChange={(id) => change({ baseId: id === ALL ? undefined : id, departmentId: undefined })}
          />
        )}
      />
    </CenterShell>
  );
}
