import "server-only";
import { db, type Queryable } from "@/db/client";
import { type ChannelRow, findChannelRow, listChannelRows } from "@/db/queries/login-channels/channels";
import type { Environment } from "@/lib/auth/environment";
import { type ChannelKind, isRedirectKind } from "@/lib/config/channel-kinds";
import { decrypt, encrypt } from "@/lib/encryption";
import { keptFacts } from "@/lib/kept";
import { log } from "@/lib/log";
import { noteTeams } from "../framing";
import { channelApp, channelProvisioning, channelSync } from "./schema";
import type { OpenChannel } from "./types";

const PURPOSE = "login-channel";

const channels = keptFacts<ChannelRow[]>("login channels", { onRead: (rows) => noteTeams(rows.some(isTeamsOn)) });

/** Channels in the order of the login page. */
export function loadChannels(): Promise<ChannelRow[]> {
  return channels.read("all", () => listChannelRows(db()));
}

/** Whether a channel signs people in inside the team client. */
export function isTeamsOn({ kind, status, settings }: Pick<ChannelRow, "kind" | "status" | "settings">): boolean {
  return kind === "entra" && status === "enabled" && (settings as { teams?: unknown }).teams === true;
}

/** How soon the gate hears of a team channel that another process turned on or off. */
const WATCH_MS = 5000;

/** Keeps what the gate has to know of the channels; it never opens the database itself. */
export async function watchChannels(): Promise<void> {
  const look = () => loadChannels().catch((err: unknown) => log().warn({ err }, "login channels not read"));
  await look();
  setInterval(look, WATCH_MS).unref();
}

/** A change acts at once in this process. */
export const invalidateChannels = () => channels.invalidate();

export async function enabledChannels(...kinds: ChannelKind[]): Promise<ChannelRow[]> {
  const rows = await loadChannels();
  return rows.filter(({ status, kind }) => status === "enabled" && (kinds.length === 0 || kinds.includes(kind)));
}

/** Which kind signs people in inside which client (spec 4). */
const CLIENT_KINDS: Partial<Record<Environment, ChannelKind>> = {
  "enterprise-chat": "wecom",
  dingtalk: "dingtalk",
  lark: "lark",
};

/**
 * Where an environment's single sign-on begins by itself: the channel of the chat client it is, else the one marked
 * default (ARCHITECTURE 9). The team client exchanges a token instead; social chat behaves as a browser. Null: the
 * login page.
 */
export async function channelFor(environment: Environment): Promise<ChannelRow | null> {
  const rows = await enabledChannels();
  const kind = CLIENT_KINDS[environment];
  const own = kind && rows.find((row) => row.kind === kind);
  if (own) return own;
  if (environment === "teams") return null;
  return rows.find((row) => row.isDefault && isRedirectKind(row.kind)) ?? null;
}

export function sealSecret(plain: string): string {
  return encrypt(PURPOSE, plain);
}

export function opened(row: ChannelRow): OpenChannel {
  return {
    id: row.id,
    kind: row.kind,
    nameZh: row.nameZh,
    nameEn: row.nameEn,
    issuer: row.issuer,
    version: row.version,
    settings: row.settings as OpenChannel["settings"],
    app: channelApp.parse(row.app),
    provisioning: channelProvisioning.parse(row.provisioning),
    sync: channelSync.parse(row.sync),
    secret: (name) => {
      const sealed = row.secrets[name];
      return sealed === undefined ? undefined : decrypt(PURPOSE, sealed);
    },
  };
}

export async function findOpenChannel(queryable: Queryable, id: string): Promise<OpenChannel | null> {
  const row = await findChannelRow(queryable, id);
  return row && opened(row);
}
