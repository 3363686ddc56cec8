"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import type { Saving } from "@/components/form/use-save-form";
import { Button } from "@/components/ui/button";
import type { KeyResultDto, ProbeDto } from "@/lib/features/gateway/dto";
import { ProbeFailure } from "../probe-outcome";

/** A secret is tried at its supplier before it is kept; a refused one can be saved all the same. */
export function useTriedSecret() {
  const isForced = useRef(false);
  const [refused, setRefused] = useState<ProbeDto | null>(null);
  return {
    refused,
    /** Sends the secret; false when it was refused. */
    send: async (call: (force: boolean) => Promise<KeyResultDto>) => {
      const { saved, probe } = await call(isForced.current);
      if (!saved) setRefused(probe);
      return saved;
    },
    /** Saves what was refused. */
    force: async (submit: () => Promise<boolean>) => {
      isForced.current = true;
      await submit();
      isForced.current = false;
    },
  };
}

interface TriedSecretFormProps<Input extends FieldValues, Output> {
  id: string;
  saving: Saving<Input, Output>;
  secret: ReturnType<typeof useTriedSecret>;
  onSaving: (isSaving: boolean) => void;
  children: ReactNode;
}

/** The fields, and below them what the supplier said: nothing was changed, unless the person knows better. */
export function TriedSecretForm<Input extends FieldValues, Output>({
  id,
  saving,
  secret,
  onSaving,
  children,
}: TriedSecretFormProps<Input, Output>) {
  const t = useTranslations("gateway.key.refused");
  const { isSaving } = saving;
  useEffect(() => onSaving(isSaving), [isSaving, onSaving]);
  return (
    <SaveForm id={id} saving={saving} className="space-y-4">
      {children}
      {secret.refused && (
        <div className="space-y-2">
          <ProbeFailure probe={secret.refused} />
          <p className="text-fg-3 text-xs">{t("text")}</p>
          <Button size="sm" disabled={isSaving} onClick={() => void secret.force(saving.submit)}>
            {t("force")}
          </Button>
        </div>
      )}
      <FormFailure error={saving.failure} />
    </SaveForm>
  );
}
