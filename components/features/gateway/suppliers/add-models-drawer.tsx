"use client";

import { useTranslations } from "next-intl";
import { AddModelsDrawer as Drawer } from "@/components/models/add-models-drawer";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useDiscoveries, useSupplierActions } from "@/lib/features/gateway/hooks";
import { FoundModels } from "./found-models";

/** Adds models of a saved supplier. */
export function AddModelsDrawer({ supplier, onClose }: { supplier: SupplierDto; onClose: () => void }) {
  const t = useTranslations("gateway");
  const { addModels } = useSupplierActions();
  const { discover } = useDiscoveries();
  return (
    <Drawer
      title={t("supplier.drawer.models")}
      findAgain={t("discovery.again")}
      supplierName={supplier.name}
      onFind={async () => (await discover.mutateAsync(supplier.id)).models}
      isFinding={discover.isPending}
      onAdd={(models) => addModels.mutateAsync({ id: supplier.id, models })}
      isAdding={addModels.isPending}
      canPrice
      onClose={onClose}
    >
      {(list) => <FoundModels list={list} found={discover.data} isFinding={discover.isPending} />}
    </Drawer>
  );
}
