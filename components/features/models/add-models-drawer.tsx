"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { AddModelsDrawer as Drawer } from "@/components/models/add-models-drawer";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { FoundModels, listedOf } from "./found-models";

interface AddModelsDrawerProps {
  supplier: SupplierDto;
  models: readonly ModelDto[];
  /** The person may set prices: they are asked for next. */
  canPrice: boolean;
  onClose: () => void;
}

/** Adds models of a saved supplier. */
export function AddModelsDrawer({ supplier, models, canPrice, onClose }: AddModelsDrawerProps) {
  const t = useTranslations("models");
  const already = useMemo(
    () => new Set(models.filter(({ supplierId }) => supplierId === supplier.id).map((model) => model.upstreamModel)),
    [models, supplier.id],
  );
  const { addModels } = useSupplierActions();
  const { test } = useSupplierLists();
  return (
    <Drawer
      title={t("drawer.addModels")}
      findAgain={t("form.findAgain")}
      supplierName={supplier.name}
      onFind={async () => listedOf(await test.mutateAsync(supplier.id), already)}
      isFinding={test.isPending}
      onAdd={(wanted) => addModels.mutateAsync({ id: supplier.id, models: wanted })}
      isAdding={addModels.isPending}
      canPrice={canPrice}
      onClose={onClose}
    >
      {(list) => <FoundModels list={list} result={test.data} isFinding={test.isPending} />}
    </Drawer>
  );
}
