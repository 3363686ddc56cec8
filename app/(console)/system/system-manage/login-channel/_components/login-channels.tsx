"use client";

import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import type { ChannelTab } from "@/components/features/login-channels/channel-tabs";
import { ChannelsScreen } from "@/components/features/login-channels/channels-screen";
import { isScimKind, isSyncKind } from "@/lib/config/channel-kinds";
import type { ChannelListDto } from "@/lib/features/login-channels/dto";

// Behind a tab each: most visits open none of them.
const SyncPanel = lazy(() =>
  import("@/components/features/directory-sync/sync-panel").then((m) => ({ default: m.SyncPanel })),
);
const ScimPanel = lazy(() => import("@/components/features/scim/scim-panel").then((m) => ({ default: m.ScimPanel })));
const AdminGuide = lazy(() =>
  import("@/components/features/login-guide/admin-guide").then((m) => ({ default: m.AdminGuide })),
);
const GuideCard = lazy(() =>
  import("@/components/features/login-guide/guide-card").then((m) => ({ default: m.GuideCard })),
);

/** What a channel's drawer shows beside its settings: parts of other areas, put together here. */
const TABS: readonly ChannelTab[] = [
  { key: "sync", isFor: isSyncKind, body: (channelId) => <SyncPanel channelId={channelId} /> },
  { key: "scim", isFor: isScimKind, body: (channelId) => <ScimPanel channelId={channelId} /> },
  { key: "guide", isFor: (kind) => kind === "entra", body: (channelId) => <AdminGuide channelId={channelId} /> },
];

/** The screen of login channels with the tabs other areas bring, and the one-time guide above (spec 6). */
export function LoginChannels(props: { first: ChannelListDto; open: string | null }) {
  return (
    <ChannelsScreen
      {...props}
      tabs={TABS}
      above={(channels) =>
        channels.some(({ kind }) => kind === "entra") && (
          <LazyBoundary>
            <GuideCard channels={channels} />
          </LazyBoundary>
        )
      }
    />
  );
}
