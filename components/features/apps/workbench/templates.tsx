"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";
import { templatesQuery } from "@/lib/features/apps/hooks";
import { AppIcon, KIND_ICONS } from "../app-icon";

interface TemplatesProps {
  /** Null: begins blank. */
  onPick: (template: string | null) => void;
}

/** Templates an app can begin as, the blank one first. */
export function Templates({ onPick }: TemplatesProps) {
  const t = useTranslations("apps-list");
  const { data, isError } = useQuery(templatesQuery);
  if (!data && !isError) return <Skeleton className="h-60 w-full rounded-md" />;
  return (
    <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
      <li>
        <button
          type="button"
          onClick={() => onPick(null)}
          className="flex h-full min-h-22 w-full items-center gap-3 rounded-md border border-dashed px-4 py-3 text-left hover:border-border-strong hover:bg-subtle"
        >
          <span className="grid size-8 place-items-center rounded-md bg-muted text-fg-2">
            <Plus aria-hidden size={16} />
          </span>
          <span className="font-semibold text-sm">{t("form.blank")}</span>
        </button>
      </li>
      {data?.items.map(({ key, kind, icon, name, description, needs }) => {
        const Kind = KIND_ICONS[kind];
        return (
          <li key={key}>
            <button
              type="button"
              onClick={() => onPick(key)}
              className="flex h-full min-h-22 w-full items-start gap-3 rounded-md border px-4 py-3 text-left hover:border-border-strong hover:bg-subtle"
            >
              <AppIcon icon={icon} id={key} size={32} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold text-sm">{name}</span>
                <span className="line-clamp-2 block text-fg-3 text-xs">{description}</span>
                <span className="mt-1 flex flex-wrap items-center gap-x-2 text-fg-3 text-xs">
                  <span className="flex items-center gap-1">
                    <Kind aria-hidden size={12} strokeWidth={1.75} />
                    {t(`kind.${kind}`)}
                  </span>
                  {needs.map((need) => (
                    <span key={need}>{t(`form.needs.${need}`)}</span>
                  ))}
                </span>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
