"use client";

import type { ModelDto, SupplierDto } from "@/lib/features/models/dto";
import { AddModelsDrawer } from "./add-models-drawer";
import { AddSupplierDrawer } from "./add-supplier-drawer";
import { ModelDrawer } from "./model-drawer";
import { SupplierDrawer } from "./supplier-drawer";

export type OpenDrawer =
  /** `ollama`: the address of one that answered on this machine. */
  | { kind: "add-supplier"; ollama?: string }
  | { kind: "add-models"; supplier: SupplierDto }
  | { kind: "supplier"; supplier: SupplierDto }
  | { kind: "model"; model: ModelDto };

interface DrawersProps {
  drawer: OpenDrawer;
  suppliers: readonly SupplierDto[];
  models: readonly ModelDto[];
  onClose: () => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function Drawers({ drawer, suppliers, models, onClose }: DrawersProps) {
  switch (drawer.kind) {
    case "add-supplier":
      return <AddSupplierDrawer suppliers={suppliers} ollama={drawer.ollama} onClose={onClose} />;
    case "add-models":
      return <AddModelsDrawer supplier={drawer.supplier} models={models} onClose={onClose} />;
    case "supplier":
      return <SupplierDrawer supplier={drawer.supplier} onClose={onClose} />;
    case "model":
      return <ModelDrawer model={drawer.model} onClose={onClose} />;
  }
}
