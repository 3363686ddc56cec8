import "server-only";
import type { AppRow } from "@/db/queries/apps/apps";
import type { Actor } from "@/lib/auth/actor";
import { talks } from "@/lib/config/app-kinds";
import { AppError } from "@/lib/errors/errors";
import { requireApp } from "./apps";

/** Apps within apps: one that uses itself comes to an end. */
export const DEPTH_MAX = 5;

/**
 * An app that another one uses, so many apps within one another, with the rights of whoever asks. Throws notFound for one they
 * may not use, flowDepth, appTalksNot for one that gives no answer.
 */
export async function appWithin(actor: Actor, appId: string, depth: number): Promise<AppRow> {
  const app = await requireApp(actor, appId, "use");
  if (depth > DEPTH_MAX) throw new AppError("flowDepth", { args: { max: DEPTH_MAX } });
  if (app.kind !== "workflow" && !talks(app.kind)) throw new AppError("appTalksNot");
  return app;
}
