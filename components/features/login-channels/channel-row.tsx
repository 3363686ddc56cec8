"use client";

import { FlaskConical, GripVertical, Pencil, Star, StarOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import { MoveButtons } from "@/components/common/move-buttons";
import { useMoments } from "@/components/common/use-moments";
import type { RowDrag } from "@/components/common/use-order-drag";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Status } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import type { ChannelDto } from "@/lib/features/login-channels/dto";
import { useLocalName } from "./channel-name";
import { KindMark } from "./kind-mark";
import type { ChannelCommands } from "./use-channel-commands";

const ROW = "flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 not-last:border-b";

/** Passwords: always there, so that the product can always be reached. */
export function PasswordRow() {
  const t = useTranslations("login-channels");
  return (
    <li className={ROW}>
      <KindMark kind="password" />
      <div className="min-w-0 flex-1">
        <div className="font-medium text-sm">{t("password.name")}</div>
        <div className="text-fg-3 text-xs">{t("password.text")}</div>
      </div>
      <Status tone="success">{t("password.state")}</Status>
    </li>
  );
}

interface ChannelRowProps {
  channel: ChannelDto;
  commands: ChannelCommands;
  /** Null: there is nothing to put in order. */
  drag: RowDrag | null;
  onMove: ((step: -1 | 1) => void) | null;
  place: { isFirst: boolean; isLast: boolean };
}

/** One channel: what it is, whether it works, and what can be done with it. */
export function ChannelRow({ channel, commands, drag, onMove, place }: ChannelRowProps) {
  const t = useTranslations("login-channels");
  const name = useLocalName().channel(channel);
  const isOn = channel.status === "enabled";
  return (
    <li {...drag?.row} className={cn(ROW, drag?.isDragged && "opacity-50", drag?.isOver && "bg-primary-soft")}>
      {drag && (
        <span
          draggable
          {...drag.grip}
          data-tooltip={t("row.drag")}
          className="-mr-1 -ml-1.5 hidden cursor-grab text-fg-4 md:block"
        >
          <GripVertical aria-hidden size={16} />
        </span>
      )}
      <KindMark kind={channel.kind} />
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <button
            type="button"
            onClick={() => commands.edit(channel)}
            className="min-w-0 truncate text-left font-medium text-sm hover:underline"
          >
            {name}
          </button>
          {channel.isDefault && <Badge tone="primary">{t("row.default")}</Badge>}
        </div>
        <div className="text-fg-3 text-xs">
          {t(`kinds.${channel.kind}`)} · {t("row.people", { count: channel.people })}
        </div>
        <Failure channel={channel} />
      </div>
      <span className="flex min-w-24 flex-col items-start gap-0.5">
        <Status tone={isOn ? "success" : "neutral"} hollow={!isOn}>
          {isOn ? t("row.on") : t("row.off")}
        </Status>
        <Tested channel={channel} />
      </span>
      <div className="ml-auto flex items-center gap-1">
        {onMove && (
          <MoveButtons
            labels={{ up: t("row.up", { name }), down: t("row.down", { name }) }}
            can={{ up: !place.isFirst, down: !place.isLast }}
            onMove={onMove}
          />
        )}
        <IconButton icon={FlaskConical} label={t("row.test", { name })} onClick={() => commands.test(channel)} />
        <Switch
          aria-label={t("row.turn", { name })}
          checked={isOn}
          onCheckedChange={(on) => (on ? commands.enable(channel) : commands.disable(channel))}
          className="mx-1"
        />
        <MoreMenu label={t("row.more", { name })} commands={useRowCommands(channel, commands)} />
      </div>
    </li>
  );
}

function Tested({ channel: { isTested, testedAt } }: { channel: ChannelDto }) {
  const t = useTranslations("login-channels.row");
  const moments = useMoments();
  if (!isTested) return <span className="text-fg-3 text-xs">{t("untested")}</span>;
  const at = testedAt && moments.day(testedAt);
  return <span className="text-fg-3 text-xs">{at ? t("testedAt", { at }) : t("tested")}</span>;
}

function Failure({ channel: { failure, failedAt } }: { channel: ChannelDto }) {
  const t = useTranslations("login-channels");
  const moments = useMoments();
  if (!failure) return null;
  const at = failedAt ? moments.minute(failedAt) : "";
  return (
    <div className="mt-0.5 text-danger-ink text-xs">{t("row.failure", { reason: t(`reasons.${failure}`), at })}</div>
  );
}

function useRowCommands(channel: ChannelDto, commands: ChannelCommands): MenuCommand[] {
  const t = useTranslations("login-channels.menu");
  const isOn = channel.status === "enabled";
  const byDefault: MenuCommand[] = isRedirectKind(channel.kind)
    ? [
        channel.isDefault
          ? {
              key: "default",
              label: t("noDefault"),
              icon: StarOff,
              onSelect: () => commands.makeDefault(channel, false),
            }
          : {
              key: "default",
              label: t("default"),
              icon: Star,
              disabled: !isOn,
              hint: t("defaultHint"),
              onSelect: () => commands.makeDefault(channel, true),
            },
      ]
    : [];
  return [
    { key: "edit", label: t("edit"), icon: Pencil, onSelect: () => commands.edit(channel) },
    ...byDefault,
    {
      key: "delete",
      label: t("delete"),
      icon: Trash2,
      danger: true,
      apart: true,
      onSelect: () => commands.remove(channel),
    },
  ];
}
