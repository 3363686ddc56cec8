"use client";

import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReachedDto, ReachReason } from "@/lib/features/knowledge/dto";

/** Why a base reaches a person, and what their roles take away from it. */
export function Reasons({ person }: { person: ReachedDto }) {
  const t = useTranslations("knowledge.reach");
  const isEnglish = useLocale().startsWith("en");
  const words = (reason: ReachReason) => {
    const manages = String(reason.right === "manage" && reason.kind !== "owner");
    if (reason.kind === "role") {
      const name = (isEnglish && reason.nameEn) || reason.name;
      return t("reason.role", { name, manages });
    }
    if (reason.kind === "department") {
      return t(reason.isAbove ? "reason.above" : "reason.department", { name: reason.name, manages });
    }
    return t(`reason.${reason.kind}`, { manages });
  };
  const lacking =
    person.right === null ? null : !person.mayUse ? "use" : person.right === "manage" && !person.mayManage;
  return (
    <>
      <p className="text-fg-2 text-xs">{person.reasons.map(words).join(t("comma"))}</p>
      {lacking && (
        <p className="mt-0.5 flex items-center gap-1 text-warning-ink text-xs">
          <TriangleAlert aria-hidden size={12} className="shrink-0" />
          {t(lacking === "use" ? "lacking.use" : "lacking.manage")}
        </p>
      )}
    </>
  );
}
