"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { ToolAccessDto } from "@/lib/features/tools/dto";

/** Who may use it, where that is not everybody, and whether it asks first. */
export function AccessBadges({ of, confirm = false }: { of: ToolAccessDto; confirm?: boolean }) {
  const t = useTranslations("tools.badge");
  return (
    <>
      {of.visibility === "partial" && <Badge>{t("roles", { count: of.roleIds.length })}</Badge>}
      {of.modelIds && <Badge>{t("models", { count: of.modelIds.length })}</Badge>}
      {!of.optional && <Badge>{t("always")}</Badge>}
      {confirm && <Badge tone="warning">{t("confirm")}</Badge>}
    </>
  );
}
