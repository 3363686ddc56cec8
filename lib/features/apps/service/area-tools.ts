import "server-only";
import { toolOfKey } from "@/lib/areas/tools";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import { requireAnyApp } from "./apps";
import { noteUse } from "./uses";

/** First line of whatever an area's tool does: it is published and shown to this person. Throws noPermission, notFound. */
export async function requireAreaTool(actor: Actor, key: string): Promise<void> {
  requirePermission(actor, P.APPS);
  await requireAnyApp(actor, toolOfKey(key).id, "use");
}

/** Counts a use of an area's tool; `begun`: something new was begun with it. */
export const noteToolUse = (actor: Actor, key: string, use: { begun: boolean }): void =>
  noteUse(actor, toolOfKey(key).id, use);
