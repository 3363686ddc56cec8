import "server-only";
import { db } from "@/db/client";
import { lockConfig, upsertConfig } from "@/db/queries/config/system-config";
import { findChannelRow } from "@/db/queries/login-channels/channels";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { channelUrl } from "@/lib/auth/channels/browser";
import { type ChannelApp, channelApp } from "@/lib/auth/channels/schema";
import { knownOrigin } from "@/lib/auth/origin";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { GuideDto } from "../dto";
import type { GuideProgress } from "../schema";
import { GUIDE_STEPS } from "../steps";
import { missingFields } from "./manifest";

/** The channel a guide is for. Throws notFound for others than the team collaboration's. */
export async function guidedChannel(id: string) {
  const row = await findChannelRow(db(), id);
  if (row?.kind !== "entra") throw new AppError("notFound");
  const app: ChannelApp = channelApp.parse(row.app);
  return { row, app };
}

/** The application's name for itself that fits the address people use (spec 3: app id URI). */
function uriOf(app: ChannelApp, origin: string | null): string {
  const home = app.homeUrl || origin;
  return app.appIdUri || (app.appId && home ? `api://${new URL(home).host}/${app.appId}` : "");
}

export async function readGuide(actor: Actor, id: string, request: Request): Promise<GuideDto> {
  requirePermission(actor, P.CONFIG_SSO);
  const { row, app } = await guidedChannel(id);
  const { channels } = await readConfig(db(), "loginGuideConfig");
  const kept = channels[id];
  const { tenantId = "", authority = "", teams } = row.settings as Record<string, string | boolean | undefined>;
  const tenant = `${String(authority).replace(/\/+$/, "")}/${encodeURIComponent(String(tenantId))}`;
  const origin = knownOrigin(request);
  const redirectUrl = origin ? channelUrl(request, id, "callback") : "";
  const consent = new URLSearchParams({ client_id: app.appId });
  return {
    channelId: id,
    nameZh: row.nameZh,
    nameEn: row.nameEn,
    done: GUIDE_STEPS.filter((step) => kept?.done.includes(step)),
    finishedAt: kept?.finishedAt ?? null,
    clientId: app.appId,
    tenantId: String(tenantId),
    redirectUrl,
    appIdUri: uriOf(app, origin),
    consentUrl: app.appId && tenantId ? `${tenant}/adminconsent?${consent}` : "",
    hasTeams: teams !== false,
    missing: missingFields(app),
  };
}

/** Keeps the ticks for everybody who looks after the channel. Throws notFound. */
export async function keepProgress(actor: Actor, id: string, progress: GuideProgress, request: Request) {
  requirePermission(actor, P.CONFIG_SSO);
  const { row } = await guidedChannel(id);
  await db().transaction(async (tx) => {
    await lockConfig(tx, "loginGuideConfig");
    const { channels } = await readConfig(tx, "loginGuideConfig");
    const before = channels[id];
    const done = GUIDE_STEPS.filter((step) => progress.done.includes(step));
    const finishedAt = progress.finished ? (before?.finishedAt ?? new Date().toISOString()) : null;
    const kept: typeof channels = {};
    // Guides of channels that are gone go with the next change.
    for (const [other, value] of Object.entries(channels)) {
      if (other !== id && (await findChannelRow(tx, other))) kept[other] = value;
    }
    kept[id] = { done, finishedAt };
    await upsertConfig(tx, "loginGuideConfig", { channels: kept });
    await recordAuditEvent(tx, actor, {
      action: "guide.change",
      target: { type: "login-channel", id, name: row.nameEn },
      before: { done: before?.done ?? [], finished: Boolean(before?.finishedAt) },
      after: { done, finished: finishedAt !== null },
    });
  });
  invalidateConfig("loginGuideConfig");
  return readGuide(actor, id, request);
}
