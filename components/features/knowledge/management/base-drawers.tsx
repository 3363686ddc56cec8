"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { editedBaseQuery } from "@/lib/features/knowledge/hooks";

const BaseDrawer = lazy(() => import("./base-drawer").then((module) => ({ default: module.BaseDrawer })));
const CopyDrawer = lazy(() => import("./copy-drawer").then((module) => ({ default: module.CopyDrawer })));
const ExportDrawer = lazy(() => import("./export-drawer").then((module) => ({ default: module.ExportDrawer })));
const ImportDrawer = lazy(() => import("./import-drawer").then((module) => ({ default: module.ImportDrawer })));
const TransferDrawer = lazy(() => import("./transfer-drawer").then((module) => ({ default: module.TransferDrawer })));

interface BaseDrawersProps {
  /** `new`, `import`, `edit:<id>`, `copy:<id>`, `export:<id>`, `transfer:<id>`, or null. */
  open: string | null;
  onClose: () => void;
}

/** The drawer an address names; of a base that is gone, or not theirs to change, it opens none. */
export function BaseDrawers({ open, onClose }: BaseDrawersProps) {
  const [kind = "", id = ""] = open?.split(":") ?? [];
  const { data: base } = useQuery({ ...editedBaseQuery(id), enabled: id !== "" });
  if (kind !== "new" && kind !== "import" && !base) return null;
  return (
    <LazyBoundary onFailure={onClose}>
      {(kind === "new" || kind === "edit") && <BaseDrawer key={open} base={base ?? null} onClose={onClose} />}
      {kind === "copy" && base && <CopyDrawer key={open} base={base} onClose={onClose} />}
      {kind === "import" && <ImportDrawer onClose={onClose} />}
      {kind === "export" && base && <ExportDrawer key={open} base={base} onClose={onClose} />}
      {kind === "transfer" && base?.isOwn && <TransferDrawer key={open} base={base} onClose={onClose} />}
    </LazyBoundary>
  );
}
