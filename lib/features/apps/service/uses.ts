import "server-only";
import { db } from "@/db/client";
import { countUse } from "@/db/queries/apps/marks";
import type { Actor } from "@/lib/auth/actor";
import { inBackground } from "@/lib/background";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";

/** Counts a use of an app, which also puts it among those this person used last; `begun`: something new was begun with it. */
export function noteUse(actor: Actor, appId: string, { begun }: { begun: boolean }): void {
  const counted = async () => {
    const { timeZone } = await loadConfig("customConfig");
    await db().transaction((tx) => countUse(tx, { userId: actor.id, appId, day: dayIn(timeZone), begun }));
  };
  inBackground(counted(), "use of an app not counted", { appId });
}
