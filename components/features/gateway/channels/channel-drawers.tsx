"use client";

import { useEffect } from "react";
import type { RoutedModelDto } from "@/lib/features/gateway/dto";
import { AddChannelDrawer } from "./add-channel-drawer";
import { DryRunDrawer } from "./dry-run-drawer";
import { HistoryDrawer } from "./history-drawer";
import { WeightDrawer } from "./weight-drawer";

interface ChannelDrawersProps {
  /** As the address says it: `add:`, `dry:` or `history:` and a model's id, or `channel:` and a channel's. */
  open: string;
  models: readonly RoutedModelDto[];
  onOpen: (open: string | null) => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function ChannelDrawers({ open, models, onOpen }: ChannelDrawersProps) {
  const [kind, id] = open.split(":");
  const handleClose = () => onOpen(null);
  const model = models.find(
    (item) => item.id === id || item.channels.some((channel) => kind === "channel" && channel.id === id),
  );
  const channel = model?.channels.find((item) => item.id === id);
  if (kind === "channel" && model && channel)
    return <WeightDrawer channel={channel} model={model} onClose={handleClose} />;
  if (model && kind === "add" && !model.builtin) return <AddChannelDrawer model={model} onClose={handleClose} />;
  if (model && kind === "dry") return <DryRunDrawer model={model} onClose={handleClose} />;
  if (model && kind === "history") return <HistoryDrawer model={model} onClose={handleClose} />;
  return <Gone onClose={handleClose} />;
}

/** The address names something that is no more, or stands on another page. */
function Gone({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once; the tab makes a new function each time
  useEffect(onClose, []);
  return null;
}
