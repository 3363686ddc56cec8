"use client";

import { useTranslations } from "next-intl";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { SupplierKeyDto } from "@/lib/features/gateway/dto";
import { useKeyActions } from "@/lib/features/gateway/hooks";
import { keyForm, newKeyForm } from "@/lib/features/gateway/schema";
import { TriedSecretForm, useTriedSecret } from "./tried-secret";

interface KeyFormProps {
  id: string;
  supplierId: string;
  /** Unset: a new one, whose secret is entered and tried. */
  apiKey?: SupplierKeyDto;
  onSaving: (isSaving: boolean) => void;
  onDone: () => void;
}

type Edited = Pick<SupplierKeyDto, "name" | "weight" | "requestsPerMinute" | "tokensPerMinute">;

function valuesOf(apiKey: Edited | undefined) {
  return {
    name: apiKey?.name ?? "",
    weight: apiKey?.weight ?? 1,
    requestsPerMinute: apiKey?.requestsPerMinute ?? undefined,
    tokensPerMinute: apiKey?.tokensPerMinute ?? undefined,
  };
}

/** Name, share and limits of a key; of a new one also the secret. */
export function KeyForm({ id, supplierId, apiKey, onSaving, onDone }: KeyFormProps) {
  const t = useTranslations("gateway.key");
  const { add, edit } = useKeyActions();
  const tried = useTriedSecret();
  const form = useZodForm(apiKey ? keyForm.extend({ secret: newKeyForm.shape.secret.optional() }) : newKeyForm, {
    ...valuesOf(apiKey),
    secret: apiKey ? undefined : "",
  });
  const saving = useSaveForm(form, {
    revision: apiKey?.revision,
    toValues: valuesOf,
    save: async ({ secret = "", ...values }, revision) => {
      const limits = {
        requestsPerMinute: values.requestsPerMinute ?? null,
        tokensPerMinute: values.tokensPerMinute ?? null,
      };
      if (apiKey) return edit.mutateAsync({ id: apiKey.id, revision, ...values, ...limits });
      return tried.send((force) => add.mutateAsync({ supplierId, ...values, ...limits, secret, force }));
    },
    onSaved: onDone,
  });
  return (
    <TriedSecretForm id={id} saving={saving} secret={tried} onSaving={onSaving}>
      <TextField name="name" label={t("form.name")} hint={t("form.nameHint")} maxLength={60} autoComplete="off" />
      {!apiKey && (
        <TextField
          name="secret"
          kind="secret"
          label={t("form.secret")}
          hint={t("form.secretHint")}
          required
          maxLength={2000}
          autoComplete="off"
        />
      )}
      <TextField name="weight" kind="number" label={t("form.weight")} hint={t("form.weightHint")} required />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="requestsPerMinute" kind="number" label={t("form.requests")} hint={t("form.emptyNone")} />
        <TextField name="tokensPerMinute" kind="number" label={t("form.tokens")} hint={t("form.emptyNone")} />
      </div>
    </TriedSecretForm>
  );
}
