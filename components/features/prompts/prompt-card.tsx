"use client";

import { Bookmark } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Tile } from "@/components/ui/tile";
import type { CategoryDto, PromptDto } from "@/lib/features/prompts/dto";
import { categoryName, promptIcon } from "./category-icon";
import { StatusBadge } from "./status-badge";

interface PromptCardProps {
  prompt: PromptDto;
  category: CategoryDto | undefined;
  isOpen: boolean;
  /** Own prompts say where they stand. */
  showsStatus: boolean;
  onOpen: () => void;
  onFavourite: (on: boolean) => void;
}

/** A prompt in the square: what it is for, its kind, how often it was used. */
export function PromptCard({ prompt, category, isOpen, showsStatus, onOpen, onFavourite }: PromptCardProps) {
  const t = useTranslations("prompts.card");
  const locale = useLocale();
  const { name, description, isFavourite, usageCount } = prompt;
  return (
    <article
      className={`relative flex h-full flex-col rounded-md border bg-background p-4 transition-colors hover:border-border-strong ${isOpen ? "border-primary ring-1 ring-primary" : ""}`}
    >
      <div className="flex items-center gap-2.5 pr-8">
        <Tile id={category?.id ?? prompt.type} name={name} icon={promptIcon(prompt, category)} size={28} />
        <h2 className="min-w-0 truncate font-semibold text-base">
          <button
            type="button"
            aria-label={t("open", { name })}
            onClick={onOpen}
            className="max-w-full truncate text-left after:absolute after:inset-0 after:rounded-md"
          >
            {name}
          </button>
        </h2>
      </div>
      <IconButton
        icon={Bookmark}
        label={t(isFavourite ? "unkeep" : "keep", { name })}
        active={isFavourite}
        onClick={() => onFavourite(!isFavourite)}
        className="absolute top-3.5 right-3"
      />
      <p className="mt-2 line-clamp-2 min-h-10 text-fg-2 text-sm leading-5">{description}</p>
      <div className="mt-auto flex items-center gap-1.5 pt-3">
        {category && <Badge>{categoryName(category, locale)}</Badge>}
        {showsStatus && <StatusBadge status={prompt.status} />}
        {showsStatus && !prompt.isEnabled && <Badge tone="warning">{t("disabled")}</Badge>}
        <span className="tnum ml-auto text-fg-3 text-xs">{t("uses", { count: usageCount })}</span>
      </div>
    </article>
  );
}
