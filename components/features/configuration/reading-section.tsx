"use client";

import { CircleAlert, Info } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { CopyButton } from "@/components/common/copy-button";
import { ChoiceField } from "@/components/form/choice-field";
import type { BasicDto } from "@/lib/features/configuration/dto";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { Section } from "./section";

/** Packages that are optional come along with all others, unless somebody left them out. */
const INSTALL = "npm ci --include=optional";

/** How words in scans and pictures are read: by a model where there is one, else by the machine if it is there. */
export function ReadingSection({ recognition: { isInstalled, model } }: Pick<BasicDto, "recognition">) {
  const t = useTranslations("configuration.reading");
  const isOn = useFormContext<BasicForm>().watch("readingConfig.recognisesScans");
  return (
    <Section name="reading">
      <ChoiceField<BasicForm>
        name="readingConfig.recognisesScans"
        kind="switch"
        label={t("recognisesScans")}
        hint={t("recognisesScansHint")}
        disabled={!isInstalled && !isOn}
      />
      {isInstalled ? (
        <State>{model ? t("model", { model }) : t("noModel")}</State>
      ) : (
        <State isMissing>
          {t(isOn ? "gone" : "missing")} {t("install")}
          <span className="mt-1.5 flex items-center gap-1.5">
            <code className="rounded-xs bg-muted px-1.5 py-0.5 font-mono text-fg">{INSTALL}</code>
            <CopyButton text={INSTALL} size={24} />
          </span>
        </State>
      )}
    </Section>
  );
}

function State({ isMissing = false, children }: { isMissing?: boolean; children: ReactNode }) {
  const Icon = isMissing ? CircleAlert : Info;
  return (
    <div className="flex gap-2 text-fg-2 text-xs">
      <Icon
        aria-hidden
        size={14}
        className={isMissing ? "mt-px shrink-0 text-warning-ink" : "mt-px shrink-0 text-fg-3"}
      />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
