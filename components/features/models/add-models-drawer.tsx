"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { PriceStep } from "@/components/features/model-list/price-step";
import { useModelList } from "@/components/features/model-list/use-model-list";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { FoundModels, listedOf, pickedOf } from "./found-models";

interface AddModelsDrawerProps {
  supplier: SupplierDto;
  models: readonly ModelDto[];
  /** The person may set prices: they are asked for next. */
  canPrice: boolean;
  onClose: () => void;
}

/** Adds models of a saved supplier; its list is asked for at once with the stored key. */
export function AddModelsDrawer({ supplier, models, canPrice, onClose }: AddModelsDrawerProps) {
  const t = useTranslations("models");
  const already = useMemo(
    () => new Set(models.filter(({ supplierId }) => supplierId === supplier.id).map((model) => model.upstreamModel)),
    [models, supplier.id],
  );
  const list = useModelList(MODELS_AT_ONCE);
  const { addModels } = useSupplierActions();
  const { test } = useSupplierLists();
  const [failure, setFailure] = useState<unknown>(null);

  const [isAdded, setIsAdded] = useState(false);

  const find = async () => {
    setFailure(null);
    try {
      list.show(listedOf(await test.mutateAsync(supplier.id), already));
    } catch (error) {
      setFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the supplier is asked once, when the drawer opens
  useEffect(() => void find(), []);

  const handleSubmit = async () => {
    setFailure(null);
    try {
      await addModels.mutateAsync({ id: supplier.id, models: pickedOf(list.wanted) });
      toast.success();
      if (canPrice) setIsAdded(true);
      else onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  if (isAdded) return <PriceStep supplierName={supplier.name} onClose={onClose} />;
  return (
    <DrawerFrame
      title={t("drawer.addModels")}
      meta={supplier.name}
      isSaving={addModels.isPending}
      canSave={list.wanted.length > 0 && !list.isOverLimit}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <Button icon={Search} loading={test.isPending} onClick={() => void find()}>
        {t("form.findAgain")}
      </Button>
      <FoundModels list={list} result={test.data} isFinding={test.isPending} />
      <FormFailure error={failure} />
    </DrawerFrame>
  );
}
