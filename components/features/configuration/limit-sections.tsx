"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { useFormContext } from "react-hook-form";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ChoiceField } from "@/components/form/choice-field";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { openLayer } from "@/components/layout/shell-state";
import { Switch } from "@/components/ui/switch";
import { PICTURE_LABELS, UPLOAD_MOST } from "@/lib/config/config-kinds";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { Pair, Section } from "./section";

const FactorHint = lazy(() =>
  import("@/components/features/account/factor-hint").then((module) => ({ default: module.FactorHint })),
);

const IDLE_FIRST = 30;

/** Sessions, second factor, watermark and the label of generated pictures. */
export function SecuritySection() {
  const t = useTranslations("configuration.security");
  const form = useFormContext<BasicForm>();
  const asksForFactor = form.watch("securityConfig.requireSecondFactorForAdministrators");
  const ends = form.watch("securityConfig.idleMinutes") !== null;
  return (
    <Section name="security">
      <TextField<BasicForm>
        name="securityConfig.sessionHours"
        kind="number"
        label={t("sessionHours")}
        hint={t("sessionHoursHint")}
        required
        suffix={t("hours")}
        className="max-w-60"
      />
      <div className="flex min-h-6 items-center gap-2">
        <Switch
          id="idle-switch"
          checked={ends}
          onCheckedChange={(on) =>
            form.setValue("securityConfig.idleMinutes", on ? IDLE_FIRST : null, {
              shouldDirty: true,
              shouldValidate: true,
            })
          }
        />
        <label htmlFor="idle-switch" className="text-sm">
          {t("idle")}
        </label>
      </div>
      {ends && (
        <TextField<BasicForm>
          name="securityConfig.idleMinutes"
          kind="number"
          label={t("idleMinutes")}
          hint={t("idleMinutesHint")}
          required
          suffix={t("minutes")}
          className="max-w-60"
        />
      )}
      <ChoiceField<BasicForm>
        name="securityConfig.requireSecondFactorForAdministrators"
        kind="switch"
        label={t("requireSecondFactorForAdministrators")}
        hint={t("requireSecondFactorForAdministratorsHint")}
      />
      {asksForFactor && (
        <LazyBoundary>
          <FactorHint onSetUp={() => openLayer("account")} />
        </LazyBoundary>
      )}
      <ChoiceField<BasicForm>
        name="watermarkConfig.enabled"
        kind="switch"
        label={t("watermark")}
        hint={t("watermarkHint")}
      />
      <SelectField<BasicForm>
        name="pictureConfig.label"
        label={t("pictureLabel")}
        hint={t("pictureLabelHint")}
        options={PICTURE_LABELS.map((value) => ({ value, label: t(`pictureLabels.${value}`) }))}
        className="max-w-60"
      />
    </Section>
  );
}

/** How much people may upload; never more than the product allows. */
export function UploadSection() {
  const t = useTranslations("configuration.uploads");
  return (
    <Section name="uploads">
      <Pair>
        <TextField<BasicForm>
          name="uploadConfig.chatFiles"
          kind="number"
          label={t("chatFiles")}
          hint={t("most", { most: UPLOAD_MOST.chatFiles })}
          required
          suffix={t("files")}
        />
        <TextField<BasicForm>
          name="uploadConfig.chatFileMb"
          kind="number"
          label={t("chatFileMb")}
          hint={t("most", { most: UPLOAD_MOST.chatFileMb })}
          required
          suffix="MB"
        />
        <TextField<BasicForm>
          name="uploadConfig.fileMb"
          kind="number"
          label={t("fileMb")}
          hint={t("most", { most: UPLOAD_MOST.fileMb })}
          required
          suffix="MB"
        />
        <TextField<BasicForm>
          name="uploadConfig.volumeGb"
          kind="number"
          label={t("volumeGb")}
          hint={t("most", { most: UPLOAD_MOST.volumeGb })}
          required
          suffix="GB"
        />
      </Pair>
    </Section>
  );
}
