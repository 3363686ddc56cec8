"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { PictureField } from "./picture-field";
import { Pair, Section } from "./section";
import { TimeZoneField } from "./time-zone-field";

/** Name, title, icon and logo. */
export function IdentitySection() {
  const t = useTranslations("configuration.custom");
  return (
    <Section name="identity">
      <Pair>
        <TextField<BasicForm> name="customConfig.productNameZh" label={t("productNameZh")} required maxLength={60} />
        <TextField<BasicForm> name="customConfig.productNameEn" label={t("productNameEn")} required maxLength={60} />
      </Pair>
      <TextField<BasicForm>
        name="customConfig.browserPageSignature"
        label={t("browserPageSignature")}
        hint={t("browserPageSignatureHint")}
        maxLength={120}
      />
      <Pair>
        <PictureField name="customConfig.iconFileId" label={t("iconFileId")} hint={t("iconFileIdHint")} />
        <PictureField name="customConfig.logoFileId" label={t("logoFileId")} hint={t("logoFileIdHint")} />
      </Pair>
    </Section>
  );
}

/** What the login page shows. */
export function LoginSection() {
  const t = useTranslations("configuration.custom");
  const a = useTranslations("auth.login");
  return (
    <Section name="login">
      <Pair>
        <TextField<BasicForm>
          name="customConfig.loginTitleZh"
          label={t("loginTitleZh")}
          placeholder={a("title")}
          maxLength={40}
        />
        <TextField<BasicForm> name="customConfig.loginTitleEn" label={t("loginTitleEn")} maxLength={60} />
      </Pair>
      <Pair>
        <TextField<BasicForm> name="customConfig.loginSubtitleZh" label={t("loginSubtitleZh")} maxLength={80} />
        <TextField<BasicForm> name="customConfig.loginSubtitleEn" label={t("loginSubtitleEn")} maxLength={120} />
      </Pair>
      <PictureField
        name="customConfig.loginImageFileId"
        label={t("loginImageFileId")}
        hint={t("loginImageFileIdHint")}
        wide
      />
      <Pair>
        <TextField<BasicForm> name="customConfig.loginTaglineZh" label={t("loginTaglineZh")} maxLength={40} />
        <TextField<BasicForm> name="customConfig.loginTaglineEn" label={t("loginTaglineEn")} maxLength={80} />
      </Pair>
    </Section>
  );
}

/** Time zone, default language and look. */
export function RegionSection({ defaultTimeZone }: { defaultTimeZone: string }) {
  const t = useTranslations("configuration.custom");
  return (
    <Section name="region">
      <TimeZoneField defaultTimeZone={defaultTimeZone} />
      <Pair>
        <SelectField<BasicForm>
          name="customConfig.defaultLanguage"
          label={t("defaultLanguage")}
          hint={t("defaultLanguageHint")}
          options={[
            { value: "zh_CN", label: "简体中文" },
            { value: "en_US", label: "English" },
          ]}
        />
        <SelectField<BasicForm>
          name="customConfig.defaultTheme"
          label={t("defaultTheme")}
          hint={t("defaultThemeHint")}
          options={(["system", "light", "dark"] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </Pair>
    </Section>
  );
}
