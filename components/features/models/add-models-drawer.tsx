"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { useSupplierActions, useSupplierLists } from "@/lib/features/models/hooks";
import { DrawerFrame } from "./drawer-frame";
import { FormFailure } from "./form-failure";
import { ModelChoice } from "./model-choice";
import { useModelChoice } from "./use-model-choice";

interface AddModelsDrawerProps {
  supplier: SupplierDto;
  models: readonly ModelDto[];
  onClose: () => void;
}

/** Adds models of a saved supplier; its list is asked for at once with the stored key. */
export function AddModelsDrawer({ supplier, models, onClose }: AddModelsDrawerProps) {
  const t = useTranslations("models");
  const already = useMemo(
    () => new Set(models.filter(({ supplierId }) => supplierId === supplier.id).map((model) => model.upstreamModel)),
    [models, supplier.id],
  );
  const choice = useModelChoice(already);
  const { addModels } = useSupplierActions();
  const { test } = useSupplierLists();
  const [failure, setFailure] = useState<unknown>(null);

  const find = async () => {
    setFailure(null);
    try {
      choice.show(await test.mutateAsync(supplier.id));
    } catch (error) {
      setFailure(error);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the supplier is asked once, when the drawer opens
  useEffect(() => void find(), []);

  const handleSubmit = async () => {
    setFailure(null);
    try {
      await addModels.mutateAsync({ id: supplier.id, models: choice.picked });
      toast.success();
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <DrawerFrame
      title={t("drawer.addModels")}
      meta={supplier.name}
      isSaving={addModels.isPending}
      canSave={choice.picked.length > 0 && !choice.isOverLimit}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <Button icon={Search} loading={test.isPending} onClick={() => void find()}>
        {t("form.findAgain")}
      </Button>
      <ModelChoice choice={choice} isFinding={test.isPending} />
      <FormFailure error={failure} />
    </DrawerFrame>
  );
}
