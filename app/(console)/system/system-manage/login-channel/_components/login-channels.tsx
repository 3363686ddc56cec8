"use client";

import type { ChannelTab } from "@/components/features/login-channels/channel-tabs";
import { ChannelsScreen } from "@/components/features/login-channels/channels-screen";
import type { ChannelListDto } from "@/lib/features/login-channels/dto";

/** What a channel's drawer shows beside its settings: parts of other areas, put together here. */
const TABS: readonly ChannelTab[] = [];

/** The screen of login channels with the tabs other areas bring. */
export function LoginChannels(props: { first: ChannelListDto; open: string | null }) {
  return <ChannelsScreen {...props} tabs={TABS} />;
}
