"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "@/components/common/empty-state";
import { Button } from "@/components/ui/button";

const GROUPS = ["laws", "industry", "technical"] as const;

/** No source yet: how to begin, with three groups most people want. */
export function SourcesEmpty({ onCreate }: { onCreate: (group?: string) => void }) {
  const t = useTranslations("search-sources");
  return (
    <EmptyState
      title={t("empty.title")}
      description={t("empty.description")}
      action={
        <div className="flex w-full flex-col items-center gap-6">
          <Button variant="primary" icon={Plus} onClick={() => onCreate()}>
            {t("create")}
          </Button>
          <div className="grid w-full max-w-160 gap-3 text-left md:grid-cols-3">
            {GROUPS.map((key) => (
              <button
                key={key}
                type="button"
                onClick={() => onCreate(t(`empty.groups.${key}.name`))}
                className="rounded-md border px-4 py-3 text-left hover:bg-subtle"
              >
                <span className="block font-semibold text-sm">{t(`empty.groups.${key}.name`)}</span>
                <span className="block text-fg-3 text-xs">{t(`empty.groups.${key}.text`)}</span>
              </button>
            ))}
          </div>
        </div>
      }
    />
  );
}
