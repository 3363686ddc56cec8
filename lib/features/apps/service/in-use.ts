import "server-only";
import { db } from "@/db/client";
import { findDraft, findVersion } from "@/db/queries/apps/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { type TalkingKind, talks } from "@/lib/config/app-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { type TalkSettings, talkSettingsOf } from "../settings";
import { requireApp, versionInUse } from "./apps";

/** An app somebody talks with, as it is set in the version they talk with. */
export interface AppInUse {
  id: string;
  name: string;
  ownerId: string;
  kind: TalkingKind;
  version: number | "draft";
  /** Whoever may change it tries it: no use is counted, and nothing kept. */
  isTrial: boolean;
  settings: TalkSettings;
}

/**
 * The published version of an app a person may use; with `version` another one or the draft, for whoever may change it. Throws
 * notFound, and appTalksNot for a kind without conversations.
 */
export async function appInUse(actor: Actor, id: string, version?: number | "draft"): Promise<AppInUse> {
  requirePermission(actor, P.APPS);
  if (version !== undefined) requirePermission(actor, P.APPS_WORKBENCH);
  const app = await requireApp(actor, id, version === undefined ? "use" : "manage");
  const { name, kind, ownerId } = app;
  if (!talks(kind)) throw new AppError("appTalksNot");
  const used = version ?? versionInUse(app) ?? "draft";
  const { settings } = orNotFound(used === "draft" ? await findDraft(db(), id) : await findVersion(db(), id, used));
  return { id, name, ownerId, kind, version: used, isTrial: version !== undefined, settings: talkSettingsOf(settings) };
}
