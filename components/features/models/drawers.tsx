"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { discoveryQuery } from "@/lib/features/models/hooks";
import { AddModelsDrawer } from "./add-models-drawer";
import { AddSupplierDrawer } from "./add-supplier-drawer";
import { DefaultsDrawer } from "./defaults-drawer";
import { DepartmentDrawer } from "./department-drawer";
import { ModelDrawer } from "./model-drawer";
import { SupplierDrawer } from "./supplier-drawer";
import { TryDrawer } from "./try-drawer";

interface DrawersProps {
  /** As the address says it: see ModelFilter. */
  open: string;
  suppliers: readonly SupplierDto[];
  models: readonly ModelDto[];
  gatewayHref: string | null;
  onOpen: (open: string) => void;
  onClose: () => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function Drawers({ open, suppliers, models, gatewayHref, onOpen, onClose }: DrawersProps): ReactNode {
  const [kind, id] = open.split(":");
  const model = models.find((one) => one.id === id);
  const supplier = suppliers.find((one) => one.id === id);
  const isBuiltin = (one: ModelDto) => suppliers.some(({ id: of, builtin }) => builtin && of === one.supplierId);
  if (kind === "add")
    return <AddSupplierDrawer suppliers={suppliers} canPrice={gatewayHref !== null} onClose={onClose} />;
  if (kind === "ollama") return <AddOllama suppliers={suppliers} gatewayHref={gatewayHref} onClose={onClose} />;
  if (kind === "defaults") return <DefaultsDrawer models={models} onClose={onClose} />;
  if (kind === "department") {
    return (
      <DepartmentDrawer
        departmentId={id ?? null}
        suppliers={suppliers}
        onChoose={(chosen) => onOpen(`department:${chosen}`)}
        onClose={onClose}
      />
    );
  }
  if (kind === "try" && model) return <TryDrawer key={model.id} model={model} onClose={onClose} />;
  if (kind === "model" && model && !isBuiltin(model)) {
    return <ModelDrawer key={model.id} model={model} gatewayHref={gatewayHref} onClose={onClose} />;
  }
  if (kind === "supplier" && supplier && !supplier.builtin) {
    return <SupplierDrawer supplier={supplier} onClose={onClose} />;
  }
  if (kind === "models" && supplier && !supplier.builtin) {
    return <AddModelsDrawer supplier={supplier} models={models} canPrice={gatewayHref !== null} onClose={onClose} />;
  }
  return <Gone onClose={onClose} />;
}

function AddOllama({ suppliers, gatewayHref, onClose }: Pick<DrawersProps, "suppliers" | "gatewayHref" | "onClose">) {
  const { data, isLoading } = useQuery(discoveryQuery);
  if (isLoading) return null;
  return (
    <AddSupplierDrawer
      suppliers={suppliers}
      ollama={data?.ollama?.baseUrl}
      canPrice={gatewayHref !== null}
      onClose={onClose}
    />
  );
}

/** The address names something that is not there any more. */
function Gone({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onClose, []);
  return null;
}
