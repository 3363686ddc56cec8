"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { FormSubmit } from "@/components/form/form-submit";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { LogStateDto } from "@/lib/features/operation-log/dto";
import { chainQuery, useChainActions } from "@/lib/features/operation-log/hooks";
import { type LogSettings, logSettings } from "@/lib/features/operation-log/schema";
import { CheckResult } from "./check-result";
import { useLogTexts } from "./use-log-texts";

interface ChainDrawerProps {
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** How far the log is sealed, a check of it, and how long it is kept. */
export function ChainDrawer({ onClose, onOpen }: ChainDrawerProps) {
  const t = useTranslations("operation-log.chain");
  const query = useQuery(chainQuery);
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")}>
        {query.data && (
          <div className="space-y-6">
            <p className="text-fg-2 text-sm">{t("intro")}</p>
            <Sealed log={query.data} />
            <Check log={query.data} onOpen={onOpen} />
            <Retention days={query.data.retentionDays} revision={query.data.revision} />
          </div>
        )}
        <QueryState query={query} />
      </SheetContent>
    </Sheet>
  );
}

function Sealed({ log }: { log: LogStateDto }) {
  const t = useTranslations("operation-log.chain");
  const texts = useLogTexts();
  const range =
    log.lastNo === 0 ? t("nothing") : t("range", { from: texts.number(log.firstNo), to: texts.number(log.lastNo) });
  return (
    <dl className="tnum grid gap-y-2 rounded-md border px-3 py-2.5 text-sm">
      <div className="flex gap-3">
        <dt className="w-24 shrink-0 text-fg-3">{t("sealed")}</dt>
        <dd>{range}</dd>
      </div>
      {log.sealedAt && (
        <div className="flex gap-3">
          <dt className="w-24 shrink-0 text-fg-3">{t("sealedAt")}</dt>
          <dd>{texts.moment(log.sealedAt)}</dd>
        </div>
      )}
    </dl>
  );
}

function Check({ log, onOpen }: { log: LogStateDto; onOpen: (id: string) => void }) {
  const t = useTranslations("operation-log.chain");
  const texts = useLogTexts();
  const { start, cancel } = useChainActions();
  const run = log.verification;
  if (run?.status === "running") {
    const total = Math.max(run.until - run.from + 1, run.checked, 1);
    return (
      <section aria-label={t("progressLabel")} className="space-y-2">
        <div className="flex items-center gap-3">
          <Meter value={(run.checked / total) * 100} label={t("progressLabel")} className="flex-1" />
          <span className="tnum text-fg-3 text-xs">
            {t("progress", { checked: texts.number(run.checked), total: texts.number(total) })}
          </span>
        </div>
        <p className="text-fg-3 text-xs">{t("background")}</p>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
          {t("cancel")}
        </Button>
      </section>
    );
  }
  return (
    <section aria-label={t("last")} className="space-y-3">
      {run && <CheckResult run={run} onOpen={onOpen} />}
      <Button variant="primary" loading={start.isPending} onClick={() => start.mutate()}>
        {run ? t("again") : t("start")}
      </Button>
    </section>
  );
}

function Retention({ days, revision: opened }: { days: number; revision: string }) {
  const t = useTranslations("operation-log.chain");
  const { settings } = useChainActions();
  const form = useZodForm(logSettings, { retentionDays: days });
  const saving = useSaveForm(form, {
    revision: opened,
    toValues: ({ retentionDays }: LogSettings) => ({ retentionDays }),
    save: (values, revision) => settings.mutateAsync({ ...values, revision }),
    explains: true,
    onSaved: (_, values) => form.reset(values),
  });
  return (
    <SaveForm
      saving={saving}
      heading={<h3 className="font-semibold text-base">{t("retention")}</h3>}
      className="space-y-3 border-t pt-5"
    >
      <TextField
        name="retentionDays"
        kind="number"
        label={t("retentionDays")}
        hint={t("retentionHint")}
        required
        suffix={t("days")}
      />
      <FormSubmit saving={saving} label={t("save")} disabled={!form.formState.isDirty} />
    </SaveForm>
  );
}
