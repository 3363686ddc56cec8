import "server-only";
import { decodeJwt } from "jose";
import { db } from "@/db/client";
import { countFailure } from "@/db/queries/auth/login";
import type { ChannelRow } from "@/db/queries/login-channels/channels";
import type { RequestMeta } from "@/lib/auth/actor";
import { assertMayTry, attemptOf } from "@/lib/auth/attempts";
import { teamsDriver } from "@/lib/auth/channels/drivers";
import { ChannelError } from "@/lib/auth/channels/errors";
import { whole } from "@/lib/auth/channels/flow";
import { asChannelError, recordChannelLogin, signIn } from "@/lib/auth/channels/sign-in";
import { isTeamsOn, loadChannels, opened } from "@/lib/auth/channels/store";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";

/** Tokens name groups; Entra stops at 200 of them. */
export const TEAMS_TOKEN_MAX = 16_384;

/** Failures that say nothing of whoever asked: they do not count against them. */
const OURS = new Set(["unreachable", "tls", "certificateExpired", "badConfiguration", "answer", "tooLarge", "seats"]);

/** Whether the login page tries the team client's token at all. */
export async function isTeamsOffered(): Promise<boolean> {
  return (await loadChannels()).some(isTeamsOn);
}

/**
 * Login by the token of the team client (spec 7): the same person as by the redirect to the same tenant. Every failure is
 * one answer; the reason stands in the operation log. Throws channelFailed or tooManyRequests.
 */
export async function loginWithTeams(token: string, request: RequestMeta) {
  // Counted by source apart from passwords: a client that tries by itself must lock nobody out of those.
  const at = attemptOf(":teams", { ...request, address: `teams ${request.address}` });
  await assertMayTry(at);
  const row = await channelOf(token);
  if (!row) {
    await countFailure(db(), at);
    log().info({ requestId: request.requestId }, "no channel for a team token");
    throw new AppError("channelFailed");
  }
  const channel = opened(row);
  try {
    const { identity } = await (await teamsDriver()).verify(channel, token);
    return await signIn(channel, whole(identity), request);
  } catch (error) {
    const known = asChannelError(error, request.requestId);
    if (!(known instanceof ChannelError)) throw known;
    if (!OURS.has(known.reason)) await countFailure(db(), at);
    await recordChannelLogin(channel, request, { ok: false, reason: known.reason, byToken: true });
    throw new AppError("channelFailed", { cause: known });
  }
}

/** The channel of the tenant a token says it is of; the driver verifies. */
async function channelOf(token: string): Promise<ChannelRow | undefined> {
  const tenant = tenantOf(token);
  const rows = (await loadChannels()).filter(isTeamsOn);
  return rows.find(({ settings }) => String((settings as { tenantId?: string }).tenantId).toLowerCase() === tenant);
}

function tenantOf(token: string): string | null {
  try {
    return String(decodeJwt(token).tid).toLowerCase();
  } catch {
    return null;
  }
}
