"use client";

import { useEffect } from "react";
import type { SupplierDto } from "@/lib/features/gateway/dto";
import { AddModelsDrawer } from "./add-models-drawer";
import { AddSupplierDrawer } from "./add-supplier-drawer";
import { ImportDrawer } from "./import-drawer";
import { KeysDrawer } from "./keys-drawer";
import { SupplierDrawer } from "./supplier-drawer";

interface SupplierDrawersProps {
  /** As the address says it: `add`, `import`, an id, `keys:<id>` or `models:<id>`. */
  open: string;
  suppliers: readonly SupplierDto[];
  onOpen: (open: string | null) => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function SupplierDrawers({ open, suppliers, onOpen }: SupplierDrawersProps) {
  const handleClose = () => onOpen(null);
  if (open === "add") return <AddSupplierDrawer suppliers={suppliers} onClose={handleClose} />;
  if (open === "import") return <ImportDrawer onClose={handleClose} />;
  const [kind, id] = open.includes(":") ? open.split(":") : ["edit", open];
  const supplier = suppliers.find((item) => item.id === id && !item.builtin);
  if (!supplier) return <Gone onClose={handleClose} />;
  if (kind === "keys") return <KeysDrawer supplier={supplier} onClose={handleClose} />;
  if (kind === "models") return <AddModelsDrawer supplier={supplier} onClose={handleClose} />;
  return <SupplierDrawer supplier={supplier} onKeys={() => onOpen(`keys:${supplier.id}`)} onClose={handleClose} />;
}

/** The address names something that is no more. */
function Gone({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once; the tab makes a new function each time
  useEffect(onClose, []);
  return null;
}
