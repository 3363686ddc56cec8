"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { PriceStep } from "@/components/features/model-list/price-step";
import { useModelList } from "@/components/features/model-list/use-model-list";
import { useTemplates } from "@/components/features/model-list/use-templates";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { SelectField } from "@/components/form/select-field";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { supplierForm } from "@/lib/features/models/schema";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { findTemplate } from "@/lib/models/templates";
import { FoundModels, listedOf } from "./found-models";

interface AddSupplierDrawerProps {
  suppliers: readonly SupplierDto[];
  /** The address of an Ollama on this machine, to begin with. */
  ollama?: string;
  /** The person may set prices: they are asked for next. */
  canPrice: boolean;
  onClose: () => void;
}

/** Connects a supplier in one go: template, address and key, its models. */
export function AddSupplierDrawer({ suppliers, ollama, canPrice, onClose }: AddSupplierDrawerProps) {
  const t = useTranslations("models");
  const { freeName, options } = useTemplates(suppliers);
  const list = useModelList(MODELS_AT_ONCE);
  const { create } = useSupplierActions();
  const { probe } = useSupplierLists();
  const [failure, setFailure] = useState<unknown>(null);
  const [added, setAdded] = useState<string | null>(null);
  const first = ollama ? "ollama" : "openai-compatible";
  const form = useZodForm(supplierForm, {
    template: first,
    name: freeName(first),
    baseUrl: ollama ?? findTemplate(first)?.baseUrl ?? "",
    apiKey: "",
  });
  const template = useWatch({ control: form.control, name: "template" });
  const keyRequired = findTemplate(template)?.keyRequired ?? false;

  const handleTemplate = (key: string) => {
    if (!form.getFieldState("name").isDirty || !form.getValues("name").trim())
      form.resetField("name", { defaultValue: freeName(key) });
    form.setValue("baseUrl", findTemplate(key)?.baseUrl ?? "");
    form.clearErrors();
    list.show([]);
    probe.reset();
  };
  const handleFind = async () => {
    if (!(await form.trigger(["baseUrl", "apiKey"], { shouldFocus: true }))) return;
    const { template, baseUrl, apiKey } = form.getValues();
    setFailure(null);
    try {
      const asked = { template, baseUrl: baseUrl.trim(), apiKey: apiKey.trim() || undefined };
      list.show(listedOf(await probe.mutateAsync(asked)));
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  };
  const handleSubmit = form.handleSubmit(async ({ apiKey, ...values }) => {
    setFailure(null);
    try {
      await create.mutateAsync({ ...values, apiKey: apiKey || undefined, models: list.wanted });
      toast.success();
      if (canPrice && list.wanted.length > 0) setAdded(values.name.trim());
      else onClose();
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  });
  if (added) return <PriceStep supplierName={added} onClose={onClose} />;
  return (
    <DrawerFrame
      title={t("drawer.addSupplier")}
      isSaving={create.isPending}
      canSave={!list.isOverLimit}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <SelectField name="template" label={t("form.template")} required options={options} onChange={handleTemplate} />
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
          hint={keyRequired ? t("form.keyHint") : t("form.keyOptional")}
          required={keyRequired}
          maxLength={2000}
          autoComplete="off"
        />
        <Button icon={Search} loading={probe.isPending} onClick={() => void handleFind()}>
          {probe.data?.ok ? t("form.findAgain") : t("form.find")}
        </Button>
        <FoundModels list={list} result={probe.data} isFinding={probe.isPending} />
        <FormFailure error={failure} />
      </FormProvider>
    </DrawerFrame>
  );
}
