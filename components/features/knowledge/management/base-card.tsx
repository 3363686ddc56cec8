"use client";

import { Image as ImageIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useBytes } from "@/components/common/use-bytes";
import { useWhen } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import type { BaseDto } from "@/lib/features/knowledge/dto";
import { BaseIcon } from "../base-icon";
import { BaseActions } from "./base-actions";
import { BaseLink, VisibilityMark } from "./base-parts";
import type { BaseCommands } from "./use-base-commands";
import { useDaysLeft } from "./use-days-left";

/** A base: what it is for, who sees it, how much it holds, whose it is. */
export function BaseCard({ base, commands }: { base: BaseDto; commands: BaseCommands }) {
  const t = useTranslations("knowledge");
  const bytes = useBytes();
  const when = useWhen();
  const daysLeft = useDaysLeft();
  const { description, visibility, fileCount, qaCount, size, owner, deletedAt, updatedAt } = base;
  return (
    <article className="relative flex h-full flex-col rounded-md border bg-background p-4 transition-colors hover:border-border-strong">
      <div className="flex items-start gap-3 pr-15">
        <BaseIcon icon={base.icon} id={base.id} size={36} />
        <div className="min-w-0">
          <h2 className="truncate font-semibold text-base leading-6">
            <BaseLink base={base} className="block truncate leading-6 after:absolute after:inset-0 after:rounded-md" />
          </h2>
          <p className="flex items-center gap-1 text-fg-3 text-xs">
            <VisibilityMark visibility={visibility} size={13} />
            {base.type === "multimodal" && (
              <>
                <ImageIcon aria-hidden size={13} strokeWidth={1.75} className="ml-1.5 shrink-0" />
                <span className="truncate">{t("type.multimodal")}</span>
              </>
            )}
          </p>
        </div>
      </div>
      <div className="absolute top-3.5 right-3 flex items-center gap-0.5">
        <BaseActions base={base} commands={commands} />
      </div>
      <p className={`mt-2.5 line-clamp-2 min-h-10 text-sm leading-5 ${description ? "text-fg-2" : "text-fg-3"}`}>
        {description || t("noDescription")}
      </p>
      <div className="mt-auto flex items-center gap-2 pt-3 text-fg-3 text-xs">
        <span className="tnum whitespace-nowrap">
          {t("fileCount", { count: fileCount })}
          {qaCount > 0 && ` · ${t("qaCount", { count: qaCount })}`}
          {size > 0 && ` · ${bytes(size)}`}
        </span>
        <span className="ml-auto flex min-w-0 items-center gap-1.5">
          {deletedAt ? (
            <span className="tnum truncate">{daysLeft(deletedAt)}</span>
          ) : (
            <>
              <span className="flex shrink-0" data-tooltip={owner.name}>
                <Avatar id={owner.id} name={owner.name} size={20} />
                <span className="sr-only">{owner.name}</span>
              </span>
              <span className="tnum truncate">{when(updatedAt)}</span>
            </>
          )}
        </span>
      </div>
    </article>
  );
}
