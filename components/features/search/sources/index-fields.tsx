"use client";

import { useLocale, useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/select-field";
import { SwitchField } from "@/components/form/switch-field";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import type { SourceDetailDto } from "@/lib/features/search/sources/dto";
import { SCHEDULES } from "@/lib/features/search/sources/schema";
import type { SourceForm } from "./source-form";
import { usePlan } from "./use-plan";

interface IndexFieldsProps {
  source: SourceDetailDto | null;
  /** People's own sources are read by nobody. */
  isOff: boolean;
  /** Seconds between two calls of a site, whatever is asked for here. */
  leastPause: number;
  onPages: () => void;
}

/** Whether and how the built-in index reads the source, and what it has of it. */
export function IndexFields({ source, isOff, leastPause, onPages }: IndexFieldsProps) {
  const t = useTranslations("search-sources.form");
  const planOf = usePlan();
  const [isIndexed, everyHours] = useWatch<SourceForm, ["isIndexed", "everyHours"]>({
    name: ["isIndexed", "everyHours"],
  });
  const hours = SCHEDULES.some((one) => String(one) === everyHours)
    ? [...SCHEDULES]
    : [...SCHEDULES, Number(everyHours)];
  return (
    <>
      <SwitchField name="isIndexed" label={t("index")} hint={isOff ? t("indexOff") : t("indexHint")} />
      {isIndexed && (
        <div className="grid gap-4 md:grid-cols-3">
          <SelectField<SourceForm>
            name="everyHours"
            label={t("plan")}
            options={hours.map((value) => ({ value: String(value), label: planOf(value) }))}
          />
          <TextField<SourceForm>
            name="pageCap"
            kind="number"
            label={t("pageCap")}
            inputMode="numeric"
            suffix={t("pages")}
          />
          <TextField<SourceForm>
            name="pauseSeconds"
            kind="number"
            label={t("pause")}
            inputMode="decimal"
            suffix={t("seconds")}
          />
        </div>
      )}
      {isIndexed && (
        <p className="-mt-2 text-fg-3 text-xs">
          {leastPause > 0 ? t("pauseHintLeast", { seconds: leastPause }) : t("pauseHint")}
        </p>
      )}
      {source && source.pages + source.errors > 0 && <Facts source={source} onPages={onPages} />}
    </>
  );
}

function Facts({ source, onPages }: { source: SourceDetailDto; onPages: () => void }) {
  const t = useTranslations("search-sources");
  const languages = new Intl.DisplayNames([useLocale()], { type: "language" });
  const all = source.languages.reduce((sum, { pages }) => sum + pages, 0);
  const [most] = source.languages;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border px-3 py-2 text-fg-2 text-xs">
      <span className="tnum">{t("form.facts.pages", { count: source.pages })}</span>
      <span className="tnum">{t("form.facts.sitemaps", { count: source.sitemaps })}</span>
      <span className="tnum">{t("form.facts.feeds", { count: source.feeds })}</span>
      {most?.language && (
        <span className="tnum">
          {t("form.facts.language", {
            language: languages.of(most.language) ?? most.language,
            share: Math.round((100 * most.pages) / Math.max(1, all)),
          })}
        </span>
      )}
      <Button size="sm" variant="ghost" className="ml-auto" onClick={onPages}>
        {t("action.pages")}
      </Button>
    </div>
  );
}
