"use client";

import { KeyRound, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useSupplierActions } from "@/lib/features/gateway/hooks";
import { headersOf, supplierEditForm } from "@/lib/features/gateway/schema";
import { findTemplate } from "@/lib/models/templates";
import { isMoved as isOtherAddress } from "@/lib/net/moved-address";
import { HeaderFields } from "./header-fields";

interface SupplierDrawerProps {
  supplier: SupplierDto;
  onKeys: () => void;
  onClose: () => void;
}

/** Address, placement, limits and headers of a supplier. A new address takes no stored secret along. */
export function SupplierDrawer({ supplier, onKeys, onClose }: SupplierDrawerProps) {
  const t = useTranslations("gateway");
  const m = useTranslations("models-list");
  const { edit } = useSupplierActions();
  const form = useZodForm(supplierEditForm, valuesOf(supplier));
  const address = useWatch({ control: form.control, name: "baseUrl" });
  const isMoved = isOtherAddress(supplier.baseUrl, address);
  const holdsSecret = supplier.keys > 0 || supplier.headerNames.length > 0;
  const needsVersion = findTemplate(supplier.template)?.needs.includes("apiVersion");

  const saving = useSaveForm(form, {
    revision: supplier.revision,
    toValues: valuesOf,
    save: async ({ headers, secret, apiVersion, ...values }, revision) => {
      const entered = headersOf(headers);
      await edit.mutateAsync({
        id: supplier.id,
        revision,
        ...values,
        settings: apiVersion ? { apiVersion } : {},
        requestsPerMinute: values.requestsPerMinute ?? null,
        tokensPerMinute: values.tokensPerMinute ?? null,
        ...(isMoved && secret ? { secret } : {}),
        ...(Object.keys(entered).length > 0 ? { headers: entered } : {}),
      });
    },
    onSaved: onClose,
  });
  const handleRemoveHeaders = async () => {
    const agreed = await confirm({
      title: t("headers.delete.title"),
      description: t("headers.delete.text", { names: supplier.headerNames.join(", ") }),
      okButton: t("headers.delete.ok"),
      destructive: true,
      onOk: () => edit.mutateAsync({ id: supplier.id, headers: null }),
    });
    if (agreed) onClose();
  };
  return (
    <FormDrawer title={t("supplier.drawer.edit")} meta={supplier.name} saving={saving} onClose={onClose}>
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
    </FormDrawer>
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
