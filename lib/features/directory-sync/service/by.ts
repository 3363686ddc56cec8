import "server-only";
import { createHash } from "node:crypto";
import type { Transaction } from "@/db/client";
import { type AuditEvent, recordAuditEvents } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { type ChannelProvisioning, channelProvisioning } from "@/lib/auth/channels/schema";
import type { OpenChannel } from "@/lib/auth/channels/types";
import type { HeldTask } from "@/lib/tasks/held";
import type { SyncInput } from "./run-end";

/** In whose name a run works: a person with the rights they have now, or the channel by its schedule. */
export interface By {
  actor: Actor | null;
  channel: OpenChannel;
  runId: string;
}

/** Throws noPermission when the person lost the code, or came to be nobody. */
export async function byOf(task: HeldTask<SyncInput, object>, channel: OpenChannel): Promise<By> {
  return { actor: task.isOfProduct ? null : await task.actor(), channel, runId: task.input.id };
}

export const targetOf = ({ id, nameEn }: Pick<OpenChannel, "id" | "nameEn">) => ({
  type: "login-channel",
  id,
  name: nameEn,
});

/** The task of a run, whichever it is; its screen is the channel's sync. */
export const taskOf = (id: string, channel: Pick<OpenChannel, "id" | "nameZh" | "nameEn">, total = 0) => ({
  subject: id,
  input: { id },
  total,
  titleArgs: { name: bothNames(channel) },
  href: screenOf(channel.id),
});

/** For texts that are made before it is known in which language they are read. */
export const bothNames = ({ nameZh, nameEn }: Pick<OpenChannel, "nameZh" | "nameEn">): string =>
  nameZh === nameEn ? nameEn : `${nameZh} / ${nameEn}`;

export const screenOf = (channelId: string): string =>
  `/system/system-manage/login-channel?open=${encodeURIComponent(`edit:${channelId}`)}`;

/** Success rows of the operation log under a person's name, or the channel's. */
export async function recordBy(
  tx: Transaction,
  { actor, channel, runId }: By,
  events: readonly AuditEvent[],
): Promise<void> {
  const request = { requestId: runId, address: "", userAgent: "" };
  await recordAuditEvents(tx, actor ?? { id: null, account: channel.nameEn.slice(0, 64), request }, events);
}

/** Says of two runs whether they were planned with the same departments, roles and rules; kept in the summary. */
export function printOf(provisioning: ChannelProvisioning | Record<string, unknown>): number {
  const text = JSON.stringify(channelProvisioning.parse(provisioning));
  return Number.parseInt(createHash("sha256").update(text).digest("hex").slice(0, 12), 16);
}

interface Planned {
  channelVersion: number;
  summary: Record<string, number>;
}
interface Settings {
  version: number;
  provisioning: ChannelProvisioning | Record<string, unknown>;
}

/** Whether a plan was made with settings the channel no longer has. */
export function isStale(run: Planned, { version, provisioning }: Settings): boolean {
  const { print } = run.summary;
  return run.channelVersion !== version || (print !== undefined && print !== printOf(provisioning));
}

/** The counts of a summary, without what the work itself notes there. */
export function countsOf(summary: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(summary).filter(([key]) => key.includes(".")));
}
