import type { ReactNode } from "react";
import type { ChannelKind } from "@/lib/config/channel-kinds";

/** A tab of a channel's drawer beside its settings. Other areas bring them; the page puts them together. */
export interface ChannelTab {
  /** `login-channels.tab.<key>` names it. */
  key: "sync" | "scim" | "guide";
  isFor: (kind: ChannelKind) => boolean;
  body: (channelId: string) => ReactNode;
}
