"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormDrawer } from "@/components/form/form-drawer";
import { SwitchField } from "@/components/form/switch-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { IndexLimitsDto } from "@/lib/features/search/sources/dto";
import { indexLimitsQuery, useSourceActions } from "@/lib/features/search/sources/hooks";
import { type IndexLimits, indexLimits } from "@/lib/features/search/sources/schema";

const COUNTS = [
  ["sourcesPerPerson", "sources"],
  ["pagesPerSource", "pagesPerSource"],
  ["pagesPerPersonDay", "pagesPerPersonDay"],
  ["pagesPerDay", "pagesPerDay"],
] as const;

/** What the built-in index may read, for administrators. */
export function LimitsDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations("search-sources.limits");
  const query = useQuery(indexLimitsQuery);
  if (query.data) return <Editor limits={query.data} onClose={onClose} />;
  return (
    <LoadingDrawer title={t("title")} isError={query.isError} onRetry={() => void query.refetch()} onClose={onClose} />
  );
}

function Editor({ limits, onClose }: { limits: IndexLimitsDto; onClose: () => void }) {
  const t = useTranslations("search-sources.limits");
  const { setLimits } = useSourceActions();
  const { revision: opened, ...values } = limits;
  const form = useZodForm(indexLimits, values);
  const saving = useSaveForm(form, {
    revision: opened,
    save: (changed, revision) => setLimits.mutateAsync({ ...changed, revision }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} saving={saving} onClose={onClose}>
      <SwitchField name="openWeb" label={t("openWeb")} hint={t("openWebHint")} />
      <SwitchField name="personal" label={t("personal")} hint={t("personalHint")} />
      <div className="grid gap-4 md:grid-cols-2">
        {COUNTS.map(([name, label]) => (
          <TextField<IndexLimits> key={name} name={name} kind="number" label={t(label)} inputMode="numeric" required />
        ))}
        <TextField<IndexLimits>
          name="pauseSeconds"
          kind="number"
          label={t("pause")}
          inputMode="decimal"
          suffix={t("seconds")}
          required
        />
      </div>
      <SwitchField name="vectors" label={t("vectors")} hint={t("vectorsHint")} />
    </FormDrawer>
  );
}
