"use client";

import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import type { CategoryDto, PromptDto } from "@/lib/features/prompts/dto";
import { PromptCard } from "./prompt-card";

interface PromptGridProps {
  /** Undefined while the first load runs. */
  items: readonly PromptDto[] | undefined;
  categories: readonly CategoryDto[];
  openId: string | null;
  showsStatus: boolean;
  isFetching: boolean;
  onOpen: (id: string) => void;
  onFavourite: (id: string, on: boolean) => void;
}

const GRID = "grid gap-3 p-4 sm:grid-cols-2 md:px-5 xl:grid-cols-3";
const WAITING = Array.from({ length: 9 }, (_, index) => index);

export function PromptGrid({
  items,
  categories,
  openId,
  showsStatus,
  isFetching,
  onOpen,
  onFavourite,
}: PromptGridProps) {
  const t = useTranslations("prompts.card");
  const common = useTranslations("common.state");
  if (!items) {
    return (
      <div role="status" aria-label={common("loading")} className={GRID}>
        {WAITING.map((index) => (
          <Skeleton key={index} className="h-36 w-full" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={t("list")} aria-busy={isFetching} className={GRID}>
      {items.map((prompt) => (
        <li key={prompt.id}>
          <PromptCard
            prompt={prompt}
            category={categories.find(({ id }) => id === prompt.categoryId)}
            isOpen={prompt.id === openId}
            showsStatus={showsStatus}
            onOpen={() => onOpen(prompt.id)}
            onFavourite={(on) => onFavourite(prompt.id, on)}
          />
        </li>
      ))}
    </ul>
  );
}
