"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/common/empty-state";
import { buttonClass } from "@/components/ui/button-class";

/** Nothing can draw yet: how a model is connected, and by whom. */
export function NoModel({ mayConnect }: { mayConnect: boolean }) {
  const t = useTranslations("drawing.noModel");
  return (
    <EmptyState
      title={t("title")}
      description={t("text")}
      action={
        mayConnect ? (
          <Link href="/system/system-manage/model-access" className={buttonClass("primary")}>
            {t("admin")}
          </Link>
        ) : (
          <p className="text-sm text-fg-2">{t("ask")}</p>
        )
      }
      steps={(["supplier", "model", "draw"] as const).map((step) => ({
        title: t(`steps.${step}.title`),
        description: t(`steps.${step}.description`),
      }))}
    />
  );
}
