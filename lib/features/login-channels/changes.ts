import type { ChannelField } from "@/lib/auth/channels/fields";
import { type ChannelSettings, fieldsOf } from "@/lib/auth/channels/kinds";
import type { ChannelApp } from "@/lib/auth/channels/schema";
import type { ChannelKind } from "@/lib/config/channel-kinds";

/** What a handshake is made of, besides secrets. */
export interface HandshakeParts {
  settings: ChannelSettings;
  app: Pick<ChannelApp, "appId" | "appIdUri">;
}

const differ = (a: unknown, b: unknown) => JSON.stringify(a ?? null) !== JSON.stringify(b ?? null);

/** Whether a setting is another one. A switch that came with a later version stands in no row before: it is as it begins. */
function isOther({ name, type, initial }: ChannelField, before: ChannelSettings, after: ChannelSettings): boolean {
  const begins = type === "switch" ? Boolean(initial) : undefined;
  return differ(before[name] ?? begins, after[name] ?? begins);
}

/** Whether secrets would be sent to another place than they were given for (SECURITY SK-02). */
export function movesDestination(kind: ChannelKind, before: ChannelSettings, after: ChannelSettings): boolean {
  return fieldsOf(kind).some((field) => field.destination && isOther(field, before, after));
}

/** Whether a test that passed before says nothing any more (spec A1). What is read when synchronising is no part of it. */
export function changesHandshake(kind: ChannelKind, before: HandshakeParts, after: HandshakeParts): boolean {
  if (before.app.appId !== after.app.appId || before.app.appIdUri !== after.app.appIdUri) return true;
  return fieldsOf(kind).some(
    (field) => field.section !== "directory" && isOther(field, before.settings, after.settings),
  );
}

/** Whether one of these secrets is part of the handshake. */
export function areOfHandshake(kind: ChannelKind, secretNames: readonly string[]): boolean {
  return fieldsOf(kind).some(({ name, section }) => section !== "directory" && secretNames.includes(name));
}

/** Whether anything the other side is asked with has changed: a plan that was read before is stale. */
export function changesSettings(kind: ChannelKind, before: ChannelSettings, after: ChannelSettings): boolean {
  return fieldsOf(kind).some((field) => isOther(field, before, after));
}
