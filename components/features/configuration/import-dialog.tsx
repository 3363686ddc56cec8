"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMoments } from "@/components/common/use-moments";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/lib/client/toast";
import { BASIC_KIND_NAMES } from "@/lib/config/config-kinds";
import type { PlannedItem, SettingsPlan } from "@/lib/features/configuration/dto";
import { useApplySettings } from "@/lib/features/configuration/hooks";
import type { SettingsSectionName } from "@/lib/features/configuration/settings-schema";
import { useFieldName } from "./field-name";

interface ImportDialogProps {
  file: unknown;
  plan: SettingsPlan;
  onClose: () => void;
}

type PlannedSection = SettingsPlan["sections"][number];

const countOf = (section: PlannedSection, outcome: PlannedItem["outcome"]) =>
  section.items.filter((item) => item.outcome === outcome).length;
const writes = (section: PlannedSection) => countOf(section, "added") + countOf(section, "changed");

/** What a settings file would do, by section; the chosen ones are brought in together. */
export function ImportDialog({ file, plan, onClose }: ImportDialogProps) {
  const t = useTranslations("configuration.file");
  const c = useTranslations("common.action");
  const moments = useMoments();
  const apply = useApplySettings();
  const useful = plan.sections.filter((section) => writes(section) > 0).map(({ name }) => name);
  const [chosen, setChosen] = useState<ReadonlySet<SettingsSectionName>>(new Set(useful));
  const secrets = plan.sections.flatMap(({ excludedSecrets }) => excludedSecrets);

  const toggle = (name: SettingsSectionName) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    setChosen(next);
  };
  const handleApply = () =>
    apply.mutate(
      { file, sections: [...chosen], fingerprint: plan.fingerprint },
      {
        onSuccess: ({ written }) => {
          toast.success(t("done", { count: written }));
          onClose();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && !apply.isPending && onClose()}>
      <DialogContent
        title={t("title")}
        size="large"
        closable={!apply.isPending}
        footer={
          <>
            <Button disabled={apply.isPending} onClick={onClose}>
              {c("cancel")}
            </Button>
            <Button variant="primary" disabled={chosen.size === 0} loading={apply.isPending} onClick={handleApply}>
              {apply.isPending ? c("submitting") : t("apply")}
            </Button>
          </>
        }
      >
        <p className="text-fg-3 text-sm">
          {t("meta", {
            date: moments.minute(plan.exportedAt),
            version: plan.productVersion,
          })}
        </p>
        <p className="mb-3 mt-2 text-base">{useful.length > 0 ? t("choose") : t("nothing")}</p>
        <ul className="divide-y rounded-md border">
          {plan.sections.map((section) => (
            <li key={section.name} className="px-4 py-3">
              <SectionPlan
                section={section}
                isChosen={chosen.has(section.name)}
                onToggle={writes(section) > 0 ? () => toggle(section.name) : undefined}
              />
            </li>
          ))}
        </ul>
        {secrets.length > 0 && (
          <p className="mt-3 rounded-md bg-warning-soft px-4 py-3 text-sm text-warning-ink">
            {t("secrets", { names: secrets.join(", ") })}
          </p>
        )}
        {apply.error && (
          <div className="mt-3">
            <FormFailure error={apply.error} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface SectionPlanProps {
  section: PlannedSection;
  isChosen: boolean;
  /** Without it there is nothing to bring in. */
  onToggle?: () => void;
}

function SectionPlan({ section, isChosen, onToggle }: SectionPlanProps) {
  const t = useTranslations("configuration.file");
  const kind = useTranslations("configuration.kind");
  const fieldName = useFieldName();
  const kindOf = (key: string) => BASIC_KIND_NAMES.find((name) => section.name === "configuration" && name === key);
  const nameOfItem = (key: string) => {
    if (section.name === "configuration" && kind.has(key as "chatConfig")) return kind(key as "chatConfig");
    return key.replaceAll("\u001f", " / ").replace(/^role:/, "");
  };
  const nameOfField = (key: string, field: string) => {
    const known = kindOf(key);
    return known ? fieldName(known, field) : field;
  };
  const id = `import-${section.name}`;
  const told = section.items.filter(({ outcome }) => outcome !== "unchanged");
  return (
    <>
      <div className="flex items-center gap-2.5">
        <Checkbox id={id} checked={isChosen} disabled={!onToggle} onCheckedChange={onToggle} />
        <label htmlFor={id} className="min-w-0 flex-1 text-base">
          {t(`section.${section.name}`)}
        </label>
        <span className="tnum text-fg-3 text-xs">
          {t("counts", {
            added: countOf(section, "added"),
            changed: countOf(section, "changed"),
            unchanged: countOf(section, "unchanged"),
            refused: countOf(section, "refused"),
          })}
        </span>
      </div>
      {told.length > 0 && (
        <ul className="mt-1.5 max-h-40 space-y-0.5 overflow-y-auto pl-6.5 text-sm">
          {told.map((item) => (
            <li key={item.key} className="flex flex-wrap gap-x-2">
              <span className={item.outcome === "refused" ? "text-danger-ink" : "text-fg-3"}>
                {t(`outcome.${item.outcome}`)}
              </span>
              <span className="min-w-0 break-words">{nameOfItem(item.key)}</span>
              {item.fields && (
                <span className="text-fg-3">{item.fields.map((field) => nameOfField(item.key, field)).join(", ")}</span>
              )}
              {item.reason && (
                <span className="text-danger-ink">{t(`refused.${item.reason}` as "refused.unknownCode")}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
