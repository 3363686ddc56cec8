"use client";

import { KeyRound, Trash2 } from "lucide-react";
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
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useSupplierActions } from "@/lib/features/gateway/hooks";
import { headersOf, supplierEditForm } from "@/lib/features/gateway/schema";
import { isMoved as isOtherAddress } from "@/lib/http/moved-address";
import { findTemplate } from "@/lib/models/templates";
import { HeaderFields } from "./header-fields";

interface SupplierDrawerProps {
  supplier: SupplierDto;
  onKeys: () => void;
  onClose: () => void;
}

/** Address, placement, limits and headers of a supplier. A new address takes no stored secret along. */
export function SupplierDrawer({ supplier, onKeys, onClose }: SupplierDrawerProps) {
  const t = useTranslations("gateway");
  const m = useTranslations("modelList");
  const { edit } = useSupplierActions();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useZodForm(supplierEditForm, valuesOf(supplier));
  const stale = useStaleRecord(form, { revision: supplier.revision, toValues: valuesOf });
  const address = useWatch({ control: form.control, name: "baseUrl" });
  const isMoved = isOtherAddress(supplier.baseUrl, address);
  const holdsSecret = supplier.keys > 0 || supplier.headerNames.length > 0;
  const needsVersion = findTemplate(supplier.template)?.needs.includes("apiVersion");

  const handleSubmit = form.handleSubmit(async ({ headers, secret, apiVersion, ...values }) => {
    setFailure(null);
    const entered = headersOf(headers);
    try {
      await edit.mutateAsync({
        id: supplier.id,
        revision: stale.revision(),
        ...values,
        settings: apiVersion ? { apiVersion } : {},
        requestsPerMinute: values.requestsPerMinute ?? null,
        tokensPerMinute: values.tokensPerMinute ?? null,
        ...(isMoved && secret ? { secret } : {}),
        ...(Object.keys(entered).length > 0 ? { headers: entered } : {}),
      });
      toast.success();
      onClose();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });
  const handleRemoveHeaders = async () => {
    const agreed = await confirm({
      title: t("headers.delete.title"),
      description: t("headers.delete.text", { names: supplier.headerNames.join(", ") }),
      okButton: t("headers.delete.ok"),
      destructive: true,
      onOk: async () => {
        await edit.mutateAsync({ id: supplier.id, headers: null });
      },
    });
    if (agreed) onClose();
  };
  return (
    <DrawerFrame
      title={t("supplier.drawer.edit")}
      meta={supplier.name}
      isSaving={edit.isPending}
      stale={stale}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TextField name="name" label={t("supplier.form.name")} required maxLength={120} autoComplete="off" />
        <TextField
          name="baseUrl"
          label={t("supplier.form.address")}
          required
          maxLength={500}
          inputMode="url"
          autoComplete="off"
        />
        {isMoved && holdsSecret ? (
          <TextField
            name="secret"
            kind="secret"
            label={t("supplier.form.newKey")}
            hint={m("moved")}
            required
            maxLength={2000}
            autoComplete="off"
          />
        ) : (
          <Button icon={KeyRound} onClick={onKeys}>
            {t("supplier.form.keys", { count: supplier.keys })}
          </Button>
        )}
        {needsVersion && (
          <TextField
            name="apiVersion"
            label={t("supplier.form.apiVersion")}
            hint={t("supplier.form.apiVersionHint")}
            maxLength={40}
            autoComplete="off"
          />
        )}
        <TextField
          name="residency"
          label={t("supplier.form.residency")}
          hint={t("supplier.form.residencyHint")}
          maxLength={60}
          autoComplete="off"
        />
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="mb-2 text-sm">{t("supplier.form.limits")}</legend>
          <TextField
            name="requestsPerMinute"
            kind="number"
            label={t("supplier.form.requests")}
            hint={t("supplier.form.emptyNone")}
          />
          <TextField
            name="tokensPerMinute"
            kind="number"
            label={t("supplier.form.tokens")}
            hint={t("supplier.form.emptyNone")}
          />
        </fieldset>
        <HeaderFields stored={isMoved ? [] : supplier.headerNames} />
        {!isMoved && supplier.headerNames.length > 0 && (
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => void handleRemoveHeaders()}>
            {t("headers.delete.open")}
          </Button>
        )}
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}

type Edited = Pick<
  SupplierDto,
  "name" | "baseUrl" | "apiVersion" | "residency" | "requestsPerMinute" | "tokensPerMinute"
>;

function valuesOf(supplier: Edited) {
  return {
    name: supplier.name,
    baseUrl: supplier.baseUrl ?? "",
    apiVersion: supplier.apiVersion ?? "",
    residency: supplier.residency ?? "",
    headers: [],
    secret: "",
    requestsPerMinute: supplier.requestsPerMinute ?? undefined,
    tokensPerMinute: supplier.tokensPerMinute ?? undefined,
  };
}
