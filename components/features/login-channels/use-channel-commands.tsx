"use client";

import { useTranslations } from "next-intl";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { ChannelDto } from "@/lib/features/login-channels/dto";
import { useChannelActions } from "@/lib/features/login-channels/hooks";
import { useLocalName } from "./channel-name";

export interface ChannelCommands {
  edit: (channel: Pick<ChannelDto, "id">) => void;
  test: (channel: Pick<ChannelDto, "id">) => void;
  /** Leads to the test where none has passed yet. */
  enable: (channel: ChannelDto) => void;
  disable: (channel: ChannelDto) => void;
  makeDefault: (channel: ChannelDto, isDefault: boolean) => void;
  remove: (channel: ChannelDto) => void;
}

/** What can be done with a channel, with the questions asked before. */
export function useChannelCommands(onOpen: (open: string | null) => void): ChannelCommands {
  const t = useTranslations("login-channels");
  const { status, makeDefault, remove } = useChannelActions();
  const nameOf = useLocalName().channel;
  return {
    edit: ({ id }) => onOpen(`edit:${id}`),
    test: ({ id }) => onOpen(`test:${id}`),
    enable: (channel) => {
      if (channel.isTested) {
        status.mutate({ id: channel.id, status: "enabled" }, { onSuccess: () => toast.success() });
        return;
      }
      toast.info(t("testFirst"));
      onOpen(`test:${channel.id}`);
    },
    disable: (channel) =>
      void confirm({
        title: t("disable.title"),
        description: t("disable.text", { name: nameOf(channel), count: channel.people }),
        okButton: t("disable.ok"),
        destructive: true,
        onOk: () => status.mutateAsync({ id: channel.id, status: "disabled" }),
      }),
    makeDefault: (channel, isDefault) => {
      if (!isDefault) {
        makeDefault.mutate({ id: channel.id, isDefault });
        return;
      }
      void confirm({
        title: t("makeDefault.title"),
        description: t("makeDefault.text", { name: nameOf(channel) }),
        okButton: t("makeDefault.ok"),
        onOk: () => makeDefault.mutateAsync({ id: channel.id, isDefault }),
      });
    },
    remove: (channel) =>
      void confirm({
        title: t("remove.title"),
        description: t("remove.text", { name: nameOf(channel), count: channel.people }),
        okButton: t("remove.ok"),
        destructive: true,
        onOk: async () => {
          await remove.mutateAsync(channel.id);
          onOpen(null);
        },
      }),
  };
}
