import "server-only";
import { db, type Queryable } from "@/db/client";
import { findPasswordHash, lockUser } from "@/db/queries/auth/identity";
import { type ChannelRow, findChannelRow, listOwnBindings } from "@/db/queries/login-channels/channels";
import { removeBinding, revokeSessionsOf } from "@/db/queries/organisation/people-changes";
import { recordAuditEvent } from "@/lib/audit/audit";
import { normalizeAccount } from "@/lib/auth/account";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import { channelUrl, markBrowser } from "@/lib/auth/channels/browser";
import { passwordDriver } from "@/lib/auth/channels/drivers";
import { ChannelError, toAppError } from "@/lib/auth/channels/errors";
import { beginFlow, bindTo, whole } from "@/lib/auth/channels/flow";
import { asChannelError } from "@/lib/auth/channels/sign-in";
import { enabledChannels, opened } from "@/lib/auth/channels/store";
import { detectEnvironment } from "@/lib/auth/environment";
import { invalidateSessions } from "@/lib/auth/session";
import { hashToken } from "@/lib/auth/tokens";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import { env } from "@/lib/config/env";
import { publicImageUrl } from "@/lib/config/product";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { LinkDto, OwnLinksDto } from "../dto";
import type { NewLink } from "../schema";

/** Where a link begins and ends. */
const PAGE = "/user/info";

type BindingRow = Awaited<ReturnType<typeof listOwnBindings>>[number];

/** Names a link in an address without telling who one is at the other side. */
export function linkId({ issuer, subject }: { issuer: string; subject: string }): string {
  return hashToken(`${issuer}\n${subject}`);
}

/** What one is linked to, and the channels one may still link. Signed tokens link nobody by hand. */
export async function ownLinks(actor: Actor): Promise<OwnLinksDto> {
  requirePermission(actor, P.USER);
  const [rows, channels] = await Promise.all([listOwnBindings(db(), actor.id), enabledChannels()]);
  const byId = new Map(channels.map((row) => [row.id, row]));
  const linked = new Set(rows.map(({ channelId }) => channelId));
  return {
    links: rows.map((row) => toLink(row, byId.get(row.channelId ?? ""))),
    channels: channels
      .filter(({ id, kind }) => kind !== "jwt" && !linked.has(id))
      .map((row) => ({ id: row.id, kind: row.kind, nameZh: row.nameZh, nameEn: row.nameEn, logoUrl: logoOf(row) })),
  };
}

function toLink(row: BindingRow, enabled: ChannelRow | undefined): LinkDto {
  const { channelId, kind, nameZh, nameEn } = row;
  return {
    id: linkId(row),
    issuer: row.issuer,
    label: row.label,
    channel: channelId && kind && nameZh && nameEn ? { id: channelId, kind, nameZh, nameEn } : null,
    logoUrl: enabled ? logoOf(enabled) : null,
    isOn: enabled !== undefined || row.issuer === env().JWT_LOGIN_ISSUER,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

function logoOf({ app }: ChannelRow): string | null {
  return publicImageUrl((app as { logoFileId?: string | null }).logoFileId ?? null);
}

/**
 * Begins a link at the channel's site: the browser goes to `url` and comes back to the personal center. The session
 * proves who asks; a caller without one (a key, a job) links nothing. Throws channelOff, noPermission and what the
 * channel fails with.
 */
export async function beginLink(actor: Actor, channelId: string, request: Request) {
  const row = await linkable(actor, channelId);
  if (!isRedirectKind(row.kind)) throw new AppError("invalidInput", { data: { fields: { account: "required" } } });
  const { browser, cookie } = markBrowser(request.headers);
  const { userAgent, requestId } = actor.request;
  const environment = detectEnvironment(userAgent, request.headers.get("referer") ?? "");
  const callbackUrl = channelUrl(request, row.id, "callback");
  const start = { row, purpose: "link" as const, actorId: actor.id, redirectTo: PAGE, callbackUrl, environment };
  const { url } = await told(requestId, () => beginFlow({ ...start, browser }));
  return { url, cookie };
}

/**
 * Links a directory account, which its password proves; tries are limited as those of a login. Throws wrongCredentials,
 * loginLocked, tooManyRequests, channelBoundElsewhere and what the channel fails with.
 */
export async function linkDirectory(
  actor: Actor,
  { channelId, account, password }: Required<NewLink>,
): Promise<{ linked: true }> {
  const row = await linkable(actor, channelId);
  if (row.kind !== "ldap") throw new AppError("invalidInput", { data: { fields: { account: "invalid" } } });
  // Counted for who is guessed at and for who guesses: neither many accounts nor many addresses help.
  const attempts = [normalizeAccount(account), `link:${actor.id}`].map((name) => attemptOf(name, actor.request));
  for (const attempt of attempts) await assertMayTry(attempt);
  const channel = opened(row);
  const identity = await told(actor.request.requestId, async () =>
    (await passwordDriver()).check(channel, account, password),
  );
  if (!identity) {
    const errors: AppError[] = [];
    for (const attempt of attempts) errors.push(await failedAttempt(attempt, "wrongCredentials"));
    throw errors.find(({ key }) => key === "loginLocked") ?? errors[0];
  }
  await told(actor.request.requestId, () => bindTo(actor, channel, whole(identity)));
  return { linked: true };
}

async function linkable(actor: Actor, channelId: string): Promise<ChannelRow> {
  requirePermission(actor, P.USER);
  if (!actor.sessionExpiresAt) throw new AppError("noPermission");
  const row = await findChannelRow(db(), channelId);
  if (!row || row.kind === "jwt") throw new AppError("notFound");
  if (row.status !== "enabled") throw new AppError("channelOff");
  return row;
}

/** What a channel failed with, as the person is told it. */
async function told<T>(requestId: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const known = asChannelError(error, requestId);
    throw known instanceof ChannelError ? toAppError(known) : known;
  }
}

/**
 * Takes an own link away; other sessions end, as they may have come in by it. Throws notFound, and lastWayIn when nothing
 * would be left to sign in with.
 */
export async function removeLink(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.USER);
  await db().transaction(async (tx) => {
    await lockUser(tx, actor.id);
    const rows = await listOwnBindings(tx, actor.id);
    const row = orNotFound(rows.find((candidate) => linkId(candidate) === id));
    const others = rows.filter((candidate) => candidate !== row);
    if (!(await findPasswordHash(tx, actor.id)) && !(await someComesIn(tx, others))) throw new AppError("lastWayIn");
    await removeBinding(tx, actor.id, row.issuer, row.subject);
    await revokeSessionsOf(tx, [actor.id], actor.sessionId);
    await recordAuditEvent(tx, actor, {
      action: "auth.unlink",
      target: { type: "user", id: actor.id, name: actor.account },
      before: { channel: row.nameEn ?? row.issuer, label: row.label },
    });
  });
  invalidateSessions();
}

/** Whether one of these links signs in as things stand: its channel is on. */
async function someComesIn(tx: Queryable, rows: readonly BindingRow[]): Promise<boolean> {
  for (const { channelId, issuer } of rows) {
    if (issuer === env().JWT_LOGIN_ISSUER) return true;
    if (channelId && (await findChannelRow(tx, channelId))?.status === "enabled") return true;
  }
  return false;
}
