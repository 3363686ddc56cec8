"use client";

import { type ReactNode, useEffect } from "react";
import { CHANNEL_KINDS } from "@/lib/config/channel-kinds";
import type { ChannelDto } from "@/lib/features/login-channels/dto";
import { ChannelDrawer, NewChannelDrawer } from "./channel-drawer";
import type { ChannelTab } from "./channel-tabs";
import { KindDrawer } from "./kind-drawer";
import { ResultDrawer, TestDrawer } from "./test-drawer";
import type { ChannelCommands } from "./use-channel-commands";

interface DrawersProps {
  open: string;
  channels: readonly ChannelDto[];
  tabs: readonly ChannelTab[];
  commands: ChannelCommands;
  onOpen: (open: string | null) => void;
}

/** The drawer that is open; loaded with the forms' code when the first one is wanted. */
export function Drawers({ open, channels, tabs, commands, onOpen }: DrawersProps): ReactNode {
  const [task, id = ""] = open.split(":");
  const onClose = () => onOpen(null);
  const channel = channels.find((one) => one.id === id);
  const kind = CHANNEL_KINDS.find((one) => one === id);
  if (task === "add" && kind) {
    return <NewChannelDrawer key={kind} kind={kind} onMade={(made) => onOpen(`test:${made}`)} onClose={onClose} />;
  }
  if (task === "add") return <KindDrawer onPick={(picked) => onOpen(`add:${picked}`)} onClose={onClose} />;
  if (task === "edit" && channel) {
    return <ChannelDrawer key={id} channel={channel} tabs={tabs} commands={commands} onClose={onClose} />;
  }
  if (task === "test" && channel) {
    return <TestDrawer key={id} channel={channel} commands={commands} onClose={onClose} />;
  }
  if (task === "result") {
    return <ResultDrawer flowId={id} channels={channels} commands={commands} onClose={onClose} />;
  }
  return <Gone onClose={onClose} />;
}

/** The address names something that is not there any more. */
function Gone({ onClose }: { onClose: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onClose, []);
  return null;
}
