"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FormProvider } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { StaleNotice } from "@/components/form/stale-notice";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
import type { ProbeDto, SupplierKeyDto } from "@/lib/features/gateway/dto";
import { useKeyActions } from "@/lib/features/gateway/hooks";
import { keyForm, newKeyForm } from "@/lib/features/gateway/schema";
import { RefusedSecret } from "./refused-secret";

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
  const [failure, setFailure] = useState<unknown>(null);
  const [refused, setRefused] = useState<ProbeDto | null>(null);
  const form = useZodForm(apiKey ? keyForm.extend({ secret: newKeyForm.shape.secret.optional() }) : newKeyForm, {
    ...valuesOf(apiKey),
    secret: apiKey ? undefined : "",
  });
  const stale = useStaleRecord(form, { revision: apiKey?.revision, toValues: valuesOf });
  const isSaving = add.isPending || edit.isPending;
  useEffect(() => onSaving(isSaving), [isSaving, onSaving]);

  const save = (force: boolean) =>
    form.handleSubmit(async ({ secret = "", ...values }) => {
      setFailure(null);
      const limits = {
        requestsPerMinute: values.requestsPerMinute ?? null,
        tokensPerMinute: values.tokensPerMinute ?? null,
      };
      try {
        if (apiKey) await edit.mutateAsync({ id: apiKey.id, revision: stale.revision(), ...values, ...limits });
        else {
          const { saved, probe } = await add.mutateAsync({ supplierId, ...values, ...limits, secret, force });
          if (!saved) return setRefused(probe);
        }
        toast.success();
        onDone();
      } catch (error) {
        if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
      }
    });
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save(false)();
      }}
    >
      <FormProvider {...form}>
        <StaleNotice stale={stale} isSaving={isSaving} onSave={() => void save(false)()} />
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
        {refused && <RefusedSecret probe={refused} isSaving={isSaving} onForce={() => void save(true)()} />}
        <FormFailure error={failure} />
      </FormProvider>
    </form>
  );
}
