"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { PriceStep } from "@/components/features/model-list/price-step";
import { useModelList } from "@/components/features/model-list/use-model-list";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { useDiscoveries, useSupplierActions } from "@/lib/features/gateway/hooks";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { FoundModels } from "./found-models";

/** Adds models of a saved supplier; its list is asked for at once with a stored key. */
export function AddModelsDrawer({ supplier, onClose }: { supplier: SupplierDto; onClose: () => void }) {
  const t = useTranslations("gateway");
  const list = useModelList(MODELS_AT_ONCE);
  const { addModels } = useSupplierActions();
  const { discover } = useDiscoveries();
  const [failure, setFailure] = useState<unknown>(null);
  const [isAdded, setIsAdded] = useState(false);
  const find = async () => {
    setFailure(null);
    try {
      list.show((await discover.mutateAsync(supplier.id)).models);
    } catch (error) {
      setFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the supplier is asked once, when the drawer opens
  useEffect(() => void find(), []);
  const handleSubmit = async () => {
    setFailure(null);
    try {
      await addModels.mutateAsync({ id: supplier.id, models: list.wanted });
      toast.success();
      setIsAdded(true);
    } catch (error) {
      setFailure(error);
    }
  };
  if (isAdded) return <PriceStep supplierName={supplier.name} onClose={onClose} />;
  return (
    <DrawerFrame
      title={t("supplier.drawer.models")}
      meta={supplier.name}
      isSaving={addModels.isPending}
      canSave={list.wanted.length > 0 && !list.isOverLimit}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <Button icon={Search} loading={discover.isPending} onClick={() => void find()}>
        {t("discovery.again")}
      </Button>
      <FoundModels list={list} found={discover.data} isFinding={discover.isPending} />
      <FormFailure error={failure} />
    </DrawerFrame>
  );
}
