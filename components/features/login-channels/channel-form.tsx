"use client";

import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { TextField } from "@/components/form/text-field";
import { fieldsOf } from "@/lib/auth/channels/kinds";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { areOfHandshake, changesHandshake } from "@/lib/features/login-channels/changes";
import type { ChannelChoices, ChannelDetail } from "@/lib/features/login-channels/dto";
import { type ChannelForm, NAME_EN_MAX, NAME_ZH_MAX } from "@/lib/features/login-channels/schema";
import { Addresses } from "./addresses";
import { AppFields, AppIdFields } from "./app-fields";
import { FoldedSection, FormSection } from "./form-section";
import { KindFields } from "./kind-fields";
import { PeopleFields } from "./people-fields";
import { Presets } from "./presets";
import { SamlImport } from "./saml-import";

interface ChannelFormPartsProps {
  kind: ChannelKind;
  detail: ChannelDetail | null;
  choices: ChannelChoices;
  failure: unknown;
}

/** Everything that is set of a channel. Stands inside a `FormProvider`. */
export function ChannelFormParts({ kind, detail, choices, failure }: ChannelFormPartsProps) {
  const t = useTranslations("login-channels.form");
  const { control, formState } = useFormContext<ChannelForm>();
  const appId = useWatch({ control, name: "app.appId" });
  const fields = fieldsOf(kind);
  const advanced = fields.filter((field) => field.advanced);
  const hasDirectory = fields.some(({ section, advanced: isAdvanced }) => section === "directory" && !isAdvanced);
  const wrong = formState.errors.settings as Record<string, unknown> | undefined;
  const shared = { kind, detail };
  return (
    <>
      {detail?.isStronger && <Note>{t("stronger")}</Note>}
      <GoesOff kind={kind} detail={detail} />
      <FormFailure error={failure} />
      <FormSection title={t("basics")} hint={t("basicsHint")}>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField<ChannelForm> name="nameZh" label={t("nameZh")} required maxLength={NAME_ZH_MAX} />
          <TextField<ChannelForm> name="nameEn" label={t("nameEn")} required maxLength={NAME_EN_MAX} />
        </div>
      </FormSection>
      <FormSection title={t("connection")} hint={t("connectionHint")}>
        <Addresses kind={kind} id={detail?.id ?? choices.newId} choices={choices} appId={appId} />
        <Presets kind={kind} />
        {kind === "saml" && <SamlImport />}
        <AppIdFields kind={kind} />
        <KindFields {...shared} which={(field) => field.section === "connection" && !field.advanced} />
      </FormSection>
      <FormSection title={t("people")} hint={t("peopleHint")}>
        <KindFields {...shared} which={(field) => field.section === "people" && !field.advanced} />
        <PeopleFields kind={kind} roles={choices.roles} places={detail?.places ?? []} />
      </FormSection>
      {hasDirectory && (
        <FormSection title={t("directory")} hint={t("directoryHint")}>
          <KindFields {...shared} which={(field) => field.section === "directory" && !field.advanced} />
        </FormSection>
      )}
      <FoldedSection title={t("app")} hint={t("appHint")} isWrong={formState.errors.app !== undefined}>
        <AppFields />
      </FoldedSection>
      {advanced.length > 0 && (
        <FoldedSection
          title={t("advanced")}
          hint={t("advancedHint")}
          isWrong={advanced.some(({ name }) => wrong?.[name] !== undefined)}
        >
          <KindFields {...shared} which={(field) => field.advanced === true} />
        </FoldedSection>
      )}
    </>
  );
}

/** Said before it is saved: other settings are untested ones, and a channel that is on goes off (spec A1). */
function GoesOff({ kind, detail }: Pick<ChannelFormPartsProps, "kind" | "detail">) {
  const t = useTranslations("login-channels.form");
  const { control } = useFormContext<ChannelForm>();
  const values = useWatch({ control }) as ChannelForm;
  if (detail?.status !== "enabled") return null;
  const given = Object.keys(values.secrets).filter((name) => values.secrets[name] !== "");
  if (!areOfHandshake(kind, given) && !changesHandshake(kind, detail, values)) return null;
  return <Note>{t("goesOff")}</Note>;
}

function Note({ children }: { children: string }) {
  return (
    <p role="status" className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">
      {children}
    </p>
  );
}
