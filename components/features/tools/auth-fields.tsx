"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import type { ApiAuth } from "@/lib/config/tool-kinds";
import { type AUTH_CHOICES, type AuthValues, authOf } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";

/** The part of a form about authentication, from what is stored; null: by headers. */
export function authValues(auth: ApiAuth | null, hasSecret: boolean): AuthValues {
  return {
    authKind: auth?.kind ?? "headers",
    authName: auth && "name" in auth ? auth.name : "",
    authUser: auth?.kind === "basic" ? auth.user : "",
    tokenUrl: auth?.kind === "oauth" ? auth.tokenUrl : "",
    clientId: auth?.kind === "oauth" ? auth.clientId : "",
    scope: auth?.kind === "oauth" ? auth.scope : "",
    clientAuth: auth?.kind === "oauth" ? auth.clientAuth : "basic",
    authSecret: "",
    keepsSecret: auth !== null && auth.kind !== "none" && hasSecret,
  };
}

/** Whether a stored secret would go somewhere else by what the form says now. */
export function leavesSecret(stored: ApiAuth | null, values: AuthValues): boolean {
  const now = authOf(values);
  if (stored?.kind !== now?.kind) return true;
  return stored?.kind === "oauth" && now?.kind === "oauth" && isMoved(stored.tokenUrl, now.tokenUrl);
}

/** Under what a secret is asked for. */
const SECRET_LABEL = {
  header: "key",
  query: "key",
  bearer: "token",
  basic: "password",
  oauth: "clientSecret",
} as const;

interface AuthFieldsProps {
  kinds: readonly (typeof AUTH_CHOICES)[number][];
  /** What is stored, and whether a secret is; undefined while nothing is saved. */
  stored?: { auth: ApiAuth | null; hasSecret: boolean };
  /** The address has changed: the secret is asked for again. */
  isMovedAway: boolean;
}

/** How an API knows who calls. Secrets are written and never shown again. Stands inside a `FormProvider`. */
export function AuthFields({ kinds, stored, isMovedAway }: AuthFieldsProps) {
  const t = useTranslations("tools.auth");
  const { setValue, getValues } = useFormContext<AuthValues>();
  const [kind, tokenUrl] = useWatch<AuthValues, ["authKind", "tokenUrl"]>({ name: ["authKind", "tokenUrl"] });
  const isKept =
    stored?.hasSecret === true &&
    !isMovedAway &&
    !leavesSecret(stored.auth, { ...getValues(), authKind: kind, tokenUrl });
  // The form's rules ask for a secret by it; it is no field of the screen.
  useEffect(() => setValue("keepsSecret", isKept), [setValue, isKept]);
  const label = kind === "headers" || kind === "none" ? null : SECRET_LABEL[kind];
  return (
    <div className="space-y-4">
      <SelectField<AuthValues>
        name="authKind"
        label={t("kind")}
        options={kinds.map((value) => ({ value, label: t(value) }))}
      />
      {(kind === "header" || kind === "query") && (
        <TextField<AuthValues>
          name="authName"
          label={t(kind === "header" ? "headerName" : "queryName")}
          placeholder={kind === "header" ? "X-API-Key" : "api_key"}
          required
          maxLength={80}
          autoComplete="off"
        />
      )}
      {kind === "basic" && (
        <TextField<AuthValues> name="authUser" label={t("user")} required maxLength={200} autoComplete="off" />
      )}
      {kind === "oauth" && (
        <>
          <TextField<AuthValues>
            name="tokenUrl"
            label={t("tokenUrl")}
            placeholder="https://"
            required
            maxLength={1000}
            inputMode="url"
            autoComplete="off"
          />
          <TextField<AuthValues> name="clientId" label={t("clientId")} required maxLength={500} autoComplete="off" />
        </>
      )}
      {label && (
        <TextField<AuthValues>
          name="authSecret"
          kind="secret"
          label={t(label)}
          hint={isKept ? t("secretKeep") : stored?.hasSecret ? t("secretAgain") : t("secretHint")}
          required={!isKept}
          maxLength={2000}
          autoComplete="off"
        />
      )}
      {kind === "oauth" && (
        <>
          <TextField<AuthValues>
            name="scope"
            label={t("scope")}
            hint={t("scopeHint")}
            maxLength={1000}
            autoComplete="off"
          />
          <SelectField<AuthValues>
            name="clientAuth"
            label={t("clientAuth")}
            options={[
              { value: "basic", label: t("inBasic") },
              { value: "body", label: t("inBody") },
            ]}
          />
        </>
      )}
    </div>
  );
}
