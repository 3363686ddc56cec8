import "server-only";
import { db } from "@/db/client";
import { listOtherEditors, putEditor, removeEditor } from "@/db/queries/apps/editors";
import { findDraft } from "@/db/queries/apps/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { EditorsDto } from "../dto";
import type { EditorBeat } from "../schema";
import { requireApp } from "./apps";

/** Whoever was not heard of for so long has left; three of the heartbeats an open editor sends. */
const GONE_MS = 45_000;

/** Says that an app's editor is open, and where; who else has it open, and what the draft is by now. Throws notFound. */
export async function beatEditor(actor: Actor, appId: string, { nodeId = null }: EditorBeat): Promise<EditorsDto> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await requireApp(actor, appId, "manage");
  await putEditor(db(), { appId, userId: actor.id, nodeId });
  const [others, draft] = await Promise.all([
    listOtherEditors(db(), appId, actor.id, new Date(Date.now() - GONE_MS)),
    findDraft(db(), appId),
  ]);
  const { revision, savedByName } = orNotFound(draft);
  return { others, revision, savedBy: savedByName };
}

/** Says that an app's editor was closed. Throws notFound. */
export async function leaveEditor(actor: Actor, appId: string): Promise<void> {
  requirePermission(actor, P.APPS_WORKBENCH);
  await requireApp(actor, appId, "manage");
  await removeEditor(db(), appId, actor.id);
}
