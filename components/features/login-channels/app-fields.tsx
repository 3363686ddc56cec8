"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/text-field";
import { APP_REQUIRED } from "@/lib/auth/channels/kinds";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import type { ChannelForm } from "@/lib/features/login-channels/schema";
import { LogoField } from "./logo-field";
import { useFieldText } from "./use-field-text";

/** Kinds whose other side knows this application under a URI. */
const WITH_URI: readonly ChannelKind[] = ["entra", "saml"];

/** What the other side calls this application. */
export function AppIdFields({ kind }: { kind: ChannelKind }) {
  const text = useFieldText(kind);
  const required = APP_REQUIRED[kind];
  return (
    <>
      {required.includes("appId") && (
        <TextField<ChannelForm>
          name="app.appId"
          label={text.label("appId")}
          hint={text.hint("appId")}
          required
          maxLength={200}
          autoComplete="off"
        />
      )}
      {WITH_URI.includes(kind) && (
        <TextField<ChannelForm>
          name="app.appIdUri"
          label={text.label("appIdUri")}
          hint={text.hint("appIdUri")}
          required={required.includes("appIdUri")}
          maxLength={300}
          autoComplete="off"
        />
      )}
    </>
  );
}

/** How the app presents itself (spec 3, login channel app). */
export function AppFields() {
  const t = useTranslations("login-channels.app");
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField<ChannelForm> name="app.appName" label={t("name")} hint={t("nameHint")} maxLength={60} />
        <TextField<ChannelForm> name="app.version" label={t("version")} hint={t("versionHint")} maxLength={20} />
      </div>
      <TextField<ChannelForm> name="app.intro" label={t("intro")} maxLength={300} />
      <TextField<ChannelForm>
        name="app.homeUrl"
        label={t("homeUrl")}
        hint={t("homeUrlHint")}
        maxLength={500}
        inputMode="url"
      />
      <LogoField />
    </>
  );
}
