import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { envelope } from "@/lib/endpoint/envelope";
import { P } from "@/lib/permissions/codes";
import type { AppRun } from "../../schema";
import { runApp } from "../answer";
import { requireApp } from "../apps";
import { startRun } from "./begin";

/** Begins a run of a workflow and answers its id; every other app is asked, and answers a stream. Throws as `startRun` and `runApp`. */
export async function runOrAsk(
  actor: Actor,
  appId: string,
  { basis, ...input }: AppRun,
  idempotencyKey: string | null,
): Promise<Response> {
  requirePermission(actor, P.APPS);
  const isTrial = input.version !== undefined || basis !== undefined;
  if (isTrial) requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, appId, isTrial ? "manage" : "use");
  if (app.kind !== "workflow") return runApp(actor, appId, input, idempotencyKey);
  const version = isTrial ? (input.version ?? "draft") : undefined;
  return envelope(200, await startRun(actor, app, { ...input, version, basis }, idempotencyKey), "");
}
