"use client";

import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { editedAppQuery } from "@/lib/features/apps/hooks";

const CreateDialog = lazy(() => import("./create-dialog").then((module) => ({ default: module.CreateDialog })));
const InfoDialog = lazy(() => import("./info-dialog").then((module) => ({ default: module.InfoDialog })));
const CopyDialog = lazy(() => import("./copy-dialog").then((module) => ({ default: module.CopyDialog })));
const TransferDialog = lazy(() => import("./transfer-dialog").then((module) => ({ default: module.TransferDialog })));
const ImportDialog = lazy(() => import("./import-dialog").then((module) => ({ default: module.ImportDialog })));

interface AppDialogsProps {
  /** `new`, `new:<template>`, `import`, `info:<id>`, `copy:<id>`, `transfer:<id>`, or null. */
  open: string | null;
  onClose: () => void;
}

/** The dialog an address names; of an app that is gone, or not theirs to change, it opens none. */
export function AppDialogs({ open, onClose }: AppDialogsProps) {
  const [kind = "", of = ""] = open?.split(":") ?? [];
  const isAboutApp = kind === "info" || kind === "copy" || kind === "transfer";
  const { data: app } = useQuery({ ...editedAppQuery(of), enabled: isAboutApp });
  return (
    <LazyBoundary onFailure={onClose}>
      {kind === "new" && <CreateDialog key={open} template={of || null} onClose={onClose} />}
      {kind === "import" && <ImportDialog onClose={onClose} />}
      {kind === "info" && app && <InfoDialog key={open} app={app} onClose={onClose} />}
      {kind === "copy" && app && <CopyDialog key={open} app={app} onClose={onClose} />}
      {kind === "transfer" && app?.isOwn && <TransferDialog key={open} app={app} onClose={onClose} />}
    </LazyBoundary>
  );
}
