import { v7 } from "uuid";
import { db } from "@/db/client";
import { findChannelRow, insertChannel, removeChannel, updateChannel } from "@/db/queries/login-channels/channels";
import { issuerOf } from "@/lib/auth/channels/issuer";
import { type ChannelSettings, channelSchemas } from "@/lib/auth/channels/kinds";
import { type ChannelApp, type ChannelProvisioning, channelApp, channelProvisioning } from "@/lib/auth/channels/schema";
import { invalidateChannels, opened, sealSecret } from "@/lib/auth/channels/store";
import type { OpenChannel } from "@/lib/auth/channels/types";
import type { ChannelKind } from "@/lib/config/channel-kinds";

interface NewChannel {
  kind: ChannelKind;
  settings?: ChannelSettings;
  secrets?: Record<string, string>;
  app?: Partial<ChannelApp>;
  provisioning?: Partial<ChannelProvisioning>;
  status?: "enabled" | "disabled";
  isDefault?: boolean;
}

/** A login channel as the console keeps it, on unless said otherwise; settings pass the kind's own schema. */
export async function makeLoginChannel(input: NewChannel): Promise<OpenChannel> {
  const id = v7();
  const settings = channelSchemas(input.kind).settings.parse(input.settings ?? {});
  await insertChannel(db(), {
    id,
    kind: input.kind,
    nameZh: `渠道 ${id.slice(-6)}`,
    nameEn: `Channel ${id.slice(-6)}`,
    status: input.status ?? "enabled",
    isDefault: input.isDefault ?? false,
    settings,
    secrets: Object.fromEntries(Object.entries(input.secrets ?? {}).map(([name, text]) => [name, sealSecret(text)])),
    app: channelApp.parse(input.app ?? {}),
    provisioning: channelProvisioning.parse(input.provisioning ?? {}),
    issuer: issuerOf(input.kind, id, settings),
    testedVersion: 1,
    testedAt: new Date(),
  });
  invalidateChannels();
  return opened((await findChannelRow(db(), id))!);
}

/** Channels are everybody's: a test takes its own away again. */
export async function dropLoginChannel(id: string): Promise<void> {
  await removeChannel(db(), id);
  invalidateChannels();
}

/** Changes a channel as the console would: there is one an issuer, and what is cached of its site goes by the version. */
export async function changeLoginChannel(
  { id, kind }: OpenChannel,
  change: Pick<NewChannel, "settings" | "secrets" | "app" | "provisioning">,
): Promise<void> {
  const row = (await findChannelRow(db(), id))!;
  const { settings, secrets, app, provisioning } = change;
  const sealed = Object.entries(secrets ?? {}).map(([name, text]) => [name, sealSecret(text)]);
  await updateChannel(db(), id, {
    version: row.version + 1,
    ...(settings
      ? { settings: channelSchemas(kind).settings.parse({ ...(row.settings as object), ...settings }) }
      : {}),
    ...(secrets ? { secrets: Object.fromEntries(sealed) } : {}),
    ...(app ? { app: channelApp.parse({ ...(row.app as object), ...app }) } : {}),
    ...(provisioning ? { provisioning: channelProvisioning.parse(provisioning) } : {}),
  });
  invalidateChannels();
}
