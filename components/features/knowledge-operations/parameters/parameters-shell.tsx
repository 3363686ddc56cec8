"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BaseChoice } from "@/components/features/knowledge/base-choice";
import { BaseShell } from "@/components/features/knowledge/base-shell";
import { KnowledgeSidebar } from "@/components/features/knowledge/knowledge-sidebar";
import { LinkTabs } from "@/components/layout/link-tabs";
import { TopBar } from "@/components/layout/top-bar";
import { areaHref, backupsHref, parametersHref } from "@/lib/features/knowledge/paths";

interface ParametersShellProps {
  baseId: string | null;
  title: string;
  /** They may change the center's. */
  managesCenter: boolean;
  part: "settings" | "backups";
  children: ReactNode;
}

/** Around the parameters of a base, or of the center, and their backups; else the choice of a base. */
export function ParametersShell({ baseId, title, managesCenter, part, children }: ParametersShellProps) {
  const t = useTranslations("knowledge-operations-tests.parameters");
  const k = useTranslations("knowledge");
  const hrefOf = part === "settings" ? parametersHref : backupsHref;
  const tabs = (
    <LinkTabs
      label={t("parts")}
      current={hrefOf(baseId ?? undefined)}
      tabs={[
        { href: parametersHref(baseId ?? undefined), title: t("settings") },
        { href: backupsHref(baseId ?? undefined), title: t("backups") },
      ]}
    />
  );
  if (baseId)
    return (
      <BaseShell baseId={baseId} tab="parameters">
        {() => (
          <>
            {tabs}
            {children}
          </>
        )}
      </BaseShell>
    );
  if (!managesCenter) return <BaseChoice title={title} right="manage" hrefOf={hrefOf} />;
  return (
    <>
      <KnowledgeSidebar baseId={null} chatId={null} />
      <TopBar crumbs={[{ label: k("center"), href: areaHref }]} title={title} meta={t("center")} />
      {tabs}
      {children}
    </>
  );
}
