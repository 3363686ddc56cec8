"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { PriceStep } from "@/components/models/price-step";
import { useModelList } from "@/components/models/use-model-list";
import { useTemplates } from "@/components/models/use-templates";
import { Button } from "@/components/ui/button";
import type { SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { supplierForm } from "@/lib/features/models/schema";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { findTemplate } from "@/lib/models/templates";
import { FoundModels, listedOf } from "./found-models";
import { SupplierFields } from "./supplier-fields";

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
  const { freeName, choose, options } = useTemplates(suppliers);
  const list = useModelList(MODELS_AT_ONCE);
  const { create } = useSupplierActions();
  const { probe } = useSupplierLists();
  const [added, setAdded] = useState<string | null>(null);
  const first = ollama ? "ollama" : "openai-compatible";
  const form = useZodForm(supplierForm, {
    template: first,
    name: freeName(first),
    baseUrl: ollama ?? findTemplate(first)?.baseUrl ?? "",
    apiKey: "",
  });
  const template = useWatch({ control: form.control, name: "template" });
  const { keyRequired = false, auth } = findTemplate(template) ?? {};
  const keyHint = auth === "basic" ? "keyPair" : keyRequired ? "keyHint" : "keyOptional";

  const handleTemplate = (key: string) => {
    choose(form, key);
    list.show([]);
    probe.reset();
  };
  const handleFind = async () => {
    if (!(await form.trigger(["baseUrl", "apiKey"], { shouldFocus: true }))) return;
    const { template, baseUrl, apiKey } = form.getValues();
    const asked = { template, baseUrl: baseUrl.trim(), apiKey: apiKey.trim() || undefined };
    await saving.attempt(async () => list.show(listedOf(await probe.mutateAsync(asked))));
  };
  const saving = useSaveForm(form, {
    save: ({ apiKey, ...values }) =>
      create.mutateAsync({ ...values, apiKey: apiKey || undefined, models: list.wanted }),
    onSaved: (_, values) => {
      if (canPrice && list.wanted.length > 0) setAdded(values.name.trim());
      else onClose();
    },
  });
  if (added) return <PriceStep supplierName={added} onClose={onClose} />;
  return (
    <FormDrawer title={t("drawer.addSupplier")} canSave={!list.isOverLimit} saving={saving} onClose={onClose}>
      <SelectField name="template" label={t("form.template")} required options={options} onChange={handleTemplate} />
      <SupplierFields keyHint={t(`form.${keyHint}`)} keyRequired={keyRequired} />
      <Button icon={Search} loading={probe.isPending} onClick={() => void handleFind()}>
        {probe.data?.ok ? t("form.findAgain") : t("form.find")}
      </Button>
      <FoundModels list={list} result={probe.data} isFinding={probe.isPending} />
    </FormDrawer>
  );
}
