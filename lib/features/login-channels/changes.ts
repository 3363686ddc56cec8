import { type ChannelSettings, fieldsOf } from "@/lib/auth/channels/kinds";
import type { ChannelApp } from "@/lib/auth/channels/schema";
import type { ChannelKind } from "@/lib/config/channel-kinds";

/** What a handshake is made of, besides secrets. */
export interface HandshakeParts {
  settings: ChannelSettings;
  app: Pick<ChannelApp, "appId" | "appIdUri">;
}

const differ = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** Whether secrets would be sent to another place than they were given for (SECURITY SK-02). */
export function movesDestination(kind: ChannelKind, before: ChannelSettings, after: ChannelSettings): boolean {
  return fieldsOf(kind).some(({ name, destination }) => destination && differ(before[name], after[name]));
}

/** Whether a test that passed before says nothing any more (AHEAD A1). What is read when synchronising is no part of it. */
export function changesHandshake(kind: ChannelKind, before: HandshakeParts, after: HandshakeParts): boolean {
  if (before.app.appId !== after.app.appId || before.app.appIdUri !== after.app.appIdUri) return true;
  return fieldsOf(kind).some(
    ({ name, section }) => section !== "directory" && differ(before.settings[name], after.settings[name]),
  );
}

/** Whether one of these secrets is part of the handshake. */
export function areOfHandshake(kind: ChannelKind, secretNames: readonly string[]): boolean {
  return fieldsOf(kind).some(({ name, section }) => section !== "directory" && secretNames.includes(name));
}

/** Whether anything the other side is asked with has changed: a plan that was read before is stale. */
export function changesSettings(kind: ChannelKind, before: ChannelSettings, after: ChannelSettings): boolean {
  return fieldsOf(kind).some(({ name }) => differ(before[name], after[name]));
}
