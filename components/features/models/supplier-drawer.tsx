"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions } from "@/lib/features/models/hooks";
import { supplierEditForm } from "@/lib/features/models/schema";
import { isMoved } from "@/lib/http/moved-address";

interface SupplierDrawerProps {
  supplier: SupplierDto;
  onClose: () => void;
}

/** Name, address and key of a supplier. A key can be replaced or removed, never read; a new address asks for it again. */
export function SupplierDrawer({ supplier, onClose }: SupplierDrawerProps) {
  const t = useTranslations("models");
  const m = useTranslations("modelList");
  const { edit, change } = useSupplierActions();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(supplierEditForm, valuesOf(supplier));
  const stale = useStaleRecord(form, { revision: supplier.revision, toValues: valuesOf });
  const address = useWatch({ control: form.control, name: "baseUrl" });
  const mustEnterKey = supplier.hasKey && isMoved(supplier.baseUrl, address);
  const stored = supplier.hasKey
    ? supplier.keyHint
      ? t("form.keyStored", { hint: supplier.keyHint })
      : t("form.keyStoredPlain")
    : t("form.keyNone");

  const handleSubmit = form.handleSubmit(async ({ name, baseUrl, apiKey }) => {
    setFailure(null);
    try {
      const revision = stale.revision();
      await edit.mutateAsync({ id: supplier.id, revision, name, baseUrl, ...(apiKey ? { apiKey } : {}) });
      toast.success();
      onClose();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });
  const handleRemoveKey = async () => {
    const agreed = await confirm({
      title: t("removeKey.title"),
      description: t("removeKey.text", { name: supplier.name }),
      okButton: t("removeKey.ok"),
      destructive: true,
      onOk: async () => {
        await change.mutateAsync({ id: supplier.id, apiKey: null });
      },
    });
    if (agreed) onClose();
  };
  return (
    <DrawerFrame
      title={t("drawer.supplier")}
      meta={supplier.name}
      isSaving={edit.isPending}
      stale={stale}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField name="name" label={t("form.name")} required maxLength={120} autoComplete="off" />
        <TextField
          name="baseUrl"
          label={t("form.address")}
          hint={t("form.addressHint")}
          required
          maxLength={500}
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          name="apiKey"
          kind="secret"
          label={t("form.key")}
          hint={mustEnterKey ? m("moved") : supplier.hasKey ? t("form.keyKeep") : t("form.keyHint")}
          required={mustEnterKey}
          maxLength={2000}
          autoComplete="off"
        />
        <div className="flex items-center gap-3 text-fg-3 text-xs">
          <span className="min-w-0 flex-1">{stored}</span>
          {supplier.hasKey && (
            <Button variant="ghost" size="sm" icon={Trash2} onClick={() => void handleRemoveKey()}>
              {t("form.removeKey")}
            </Button>
          )}
        </div>
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}

function valuesOf({ name, baseUrl }: Pick<SupplierDto, "name" | "baseUrl">) {
  return { name, baseUrl: baseUrl ?? "", apiKey: "" };
}
