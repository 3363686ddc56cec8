"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { VISIBILITY_ICONS } from "@/components/common/visibility-icons";
import { cn } from "@/components/ui/cn";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { useBaseHref } from "../use-base-href";

/** The name of a base, and the way into it where there is one; none leads into the trash. */
export function BaseLink({ base, className }: { base: BaseDto; className: string }) {
  const href = useBaseHref()(base);
  if (!href || base.deletedAt) return <span className="min-w-0 truncate">{base.name}</span>;
  return (
    <Link href={href} prefetch={false} className={cn("hover:text-primary-ink", className)}>
      {base.name}
    </Link>
  );
}

/** Who sees a base, with its sign. */
export function VisibilityMark({ visibility, size }: { visibility: BaseDto["visibility"]; size: number }) {
  const t = useTranslations("common.sharing.short");
  const Icon = VISIBILITY_ICONS[visibility];
  return (
    <>
      <Icon aria-hidden size={size} strokeWidth={1.75} className="shrink-0 text-fg-3" />
      <span className="truncate">{t(visibility)}</span>
    </>
  );
}
