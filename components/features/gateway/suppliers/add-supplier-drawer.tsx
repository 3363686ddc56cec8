"use client";

import { Plus, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { PriceStep } from "@/components/models/price-step";
import { useModelList } from "@/components/models/use-model-list";
import { useTemplates } from "@/components/models/use-templates";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useDiscoveries, useSupplierActions } from "@/lib/features/gateway/hooks";
import { headersOf, KEYS_MAX, supplierForm } from "@/lib/features/gateway/schema";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { findTemplate } from "@/lib/models/templates";
import { FoundModels } from "./found-models";
import { HeaderFields } from "./header-fields";

const FIRST = "openai-compatible";

/** Connects a supplier in one go: template, address and keys, its models (spec O8). */
export function AddSupplierDrawer({ suppliers, onClose }: { suppliers: readonly SupplierDto[]; onClose: () => void }) {
  const t = useTranslations("gateway");
  const { freeName, choose, options } = useTemplates(suppliers);
  const list = useModelList(MODELS_AT_ONCE);
  const { create } = useSupplierActions();
  const { probe } = useDiscoveries();
  const [added, setAdded] = useState<string | null>(null);
  const form = useZodForm(supplierForm, {
    template: FIRST,
    name: freeName(FIRST),
    baseUrl: findTemplate(FIRST)?.baseUrl ?? "",
    apiVersion: "",
    residency: "",
    headers: [],
    secrets: [{ secret: "" }],
  });
  const template = findTemplate(useWatch({ control: form.control, name: "template" }));

  const handleTemplate = (key: string) => {
    choose(form, key);
    list.show([]);
    probe.reset();
  };
  const handleFind = async () => {
    if (!(await form.trigger(["baseUrl", "secrets", "apiVersion", "headers"], { shouldFocus: true }))) return;
    const { template, baseUrl, secrets, apiVersion, headers } = form.getValues();
    const secret = secrets.map((row) => row.secret.trim()).find(Boolean);
    const settings = apiVersion.trim() ? { apiVersion: apiVersion.trim() } : {};
    const asked = { template, baseUrl: baseUrl.trim(), secret, settings, headers: headersOf(headers) };
    await saving.attempt(async () => list.show((await probe.mutateAsync(asked)).models));
  };
  const saving = useSaveForm(form, {
    save: ({ secrets, headers, apiVersion, ...values }) =>
      create.mutateAsync({
        ...values,
        keys: secrets.filter(({ secret }) => secret),
        settings: apiVersion ? { apiVersion } : {},
        headers: headersOf(headers),
        models: list.wanted,
      }),
    onSaved: (_, values) => {
      if (list.wanted.length > 0) setAdded(values.name.trim());
      else onClose();
    },
  });
  if (added) return <PriceStep supplierName={added} onClose={onClose} />;
  return (
    <FormDrawer title={t("supplier.drawer.add")} canSave={!list.isOverLimit} saving={saving} onClose={onClose}>
      <SelectField
        name="template"
        label={t("supplier.form.template")}
        required
        options={options}
        onChange={handleTemplate}
      />
      <TextField name="name" label={t("supplier.form.name")} required maxLength={120} autoComplete="off" />
      <TextField
        name="baseUrl"
        label={t("supplier.form.address")}
        hint={t("supplier.form.addressHint")}
        required
        maxLength={500}
        inputMode="url"
        autoComplete="off"
      />
      {template?.needs.includes("apiVersion") && (
        <TextField
          name="apiVersion"
          label={t("supplier.form.apiVersion")}
          hint={t("supplier.form.apiVersionHint")}
          maxLength={40}
          autoComplete="off"
        />
      )}
      <SecretRows isRequired={template?.keyRequired ?? false} />
      <details className="rounded-md border px-3 py-2">
        <summary className="cursor-pointer text-fg-2 text-sm">{t("supplier.form.more")}</summary>
        <div className="space-y-4 pt-3 pb-1">
          <TextField
            name="residency"
            label={t("supplier.form.residency")}
            hint={t("supplier.form.residencyHint")}
            maxLength={60}
            autoComplete="off"
          />
          <HeaderFields />
        </div>
      </details>
      <Button icon={Search} loading={probe.isPending} onClick={() => void handleFind()}>
        {probe.data?.ok ? t("discovery.again") : t("discovery.find")}
      </Button>
      <FoundModels list={list} found={probe.data} isFinding={probe.isPending} />
    </FormDrawer>
  );
}

/** One key or several; each shares the calls. */
function SecretRows({ isRequired }: { isRequired: boolean }) {
  const t = useTranslations("gateway.supplier.form");
  const { fields, append, remove } = useFieldArray<{ secrets: { secret: string }[] }>({ name: "secrets" });
  return (
    <div className="space-y-2">
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-2">
          <TextField
            name={`secrets.${index}.secret`}
            kind="secret"
            label={index === 0 ? t("key") : t("furtherKey", { index: index + 1 })}
            hint={index > 0 ? undefined : isRequired ? t("keyHint") : t("keyOptional")}
            required={isRequired && index === 0}
            maxLength={2000}
            autoComplete="off"
            className="flex-1"
          />
          {index > 0 && (
            <IconButton
              icon={X}
              label={t("removeKey", { index: index + 1 })}
              onClick={() => remove(index)}
              className="mt-6"
            />
          )}
        </div>
      ))}
      <Button size="sm" icon={Plus} disabled={fields.length >= KEYS_MAX} onClick={() => append({ secret: "" })}>
        {t("addKey")}
      </Button>
    </div>
  );
}
