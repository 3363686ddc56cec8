"use client";

import { Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { useAttempt } from "@/components/form/use-attempt";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import { MODELS_AT_ONCE } from "@/lib/models/suppliers/schema";
import { PriceStep } from "./price-step";
import { type ListedModel, type ModelListState, useModelList, type WantedModel } from "./use-model-list";

interface AddModelsDrawerProps {
  title: string;
  /** Label of the button that asks once more. */
  findAgain: string;
  supplierName: string;
  /** Asks the supplier with a stored key. */
  onFind: () => Promise<readonly ListedModel[]>;
  isFinding: boolean;
  onAdd: (models: WantedModel[]) => Promise<unknown>;
  isAdding: boolean;
  /** The person may set prices: they are asked for next. */
  canPrice: boolean;
  onClose: () => void;
  /** What the supplier answered, and its models to pick from. */
  children: (list: ModelListState) => ReactNode;
}

/** Adds models of a saved supplier; its list is asked for at once, when the drawer opens. */
export function AddModelsDrawer({
  title,
  findAgain,
  supplierName,
  onFind,
  isFinding,
  onAdd,
  isAdding,
  canPrice,
  onClose,
  children,
}: AddModelsDrawerProps) {
  const list = useModelList(MODELS_AT_ONCE);
  const { failure, attempt } = useAttempt();
  const [isAdded, setIsAdded] = useState(false);
  const handleFind = () => attempt(async () => list.show(await onFind()));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the supplier is asked once, when the drawer opens
  useEffect(() => void handleFind(), []);
  const handleSubmit = () =>
    attempt(async () => {
      await onAdd(list.wanted);
      toast.success();
      if (canPrice) setIsAdded(true);
      else onClose();
    });
  if (isAdded) return <PriceStep supplierName={supplierName} onClose={onClose} />;
  return (
    <DrawerFrame
      title={title}
      meta={supplierName}
      isSaving={isAdding}
      canSave={list.wanted.length > 0 && !list.isOverLimit}
      onSubmit={() => void handleSubmit()}
      onClose={onClose}
    >
      <Button icon={Search} loading={isFinding} onClick={() => void handleFind()}>
        {findAgain}
      </Button>
      {children(list)}
      <FormFailure error={failure} />
    </DrawerFrame>
  );
}
