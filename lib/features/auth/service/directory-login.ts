import "server-only";
import { db } from "@/db/client";
import { clearAttempts } from "@/db/queries/auth/login";
import { findBoundPerson } from "@/db/queries/login-channels/channels";
import type { LoginInput } from "@/lib/auth/account";
import type { RequestMeta } from "@/lib/auth/actor";
import { type Attempt, failedAttempt } from "@/lib/auth/attempts";
import { passwordDriver } from "@/lib/auth/channels/drivers";
import { ChannelError, toldKey } from "@/lib/auth/channels/errors";
import { whole } from "@/lib/auth/channels/flow";
import { asChannelError, recordChannelLogin, signIn } from "@/lib/auth/channels/sign-in";
import { enabledChannels, opened } from "@/lib/auth/channels/store";
import type { OpenChannel, OutsideIdentity } from "@/lib/auth/channels/types";
import { passSecondFactor } from "@/lib/auth/second-factor";
import type { ChannelReason } from "@/lib/config/channel-kinds";
import { AppError } from "@/lib/errors/errors";
import { beginTry } from "./password-try";

/** What nobody may tell from a wrong password: whether the account is there, or is off, here or in the directory. */
const UNTOLD: readonly ChannelReason[] = ["wrongPassword", "disabled"];

/**
 * Login with the password of a directory (spec 4, 7): the directories that are on are asked in their order until one knows
 * it. Failures are counted and answered as those of our own passwords are. Who proved their password and still may not
 * come in (no account, a name that is taken, no seat) is told why; a directory that is down says so. Throws as
 * `loginWithPassword`, and channelOff, channelUnreachable, channelFailed, channelNoAccount, channelAccountTaken,
 * channelSeats.
 */
export async function loginWithDirectory(given: LoginInput, request: RequestMeta) {
  const rows = await enabledChannels("ldap");
  if (rows.length === 0) throw new AppError("channelOff");
  const at = await beginTry(given, request);
  const refusals: ChannelReason[] = [];
  // Asked by the very name the tries are counted under.
  const input = { ...given, username: at.account };
  for (const row of rows) {
    const channel = opened(row);
    const answer = await ask(channel, input, request);
    if (typeof answer !== "string") return enter(channel, answer, { input, at, request });
    refusals.push(answer);
    await recordChannelLogin(channel, request, { ok: false, reason: answer, account: at.account });
  }
  const fault = refusals.find((reason) => !UNTOLD.includes(reason));
  const key = fault ? toldKey(fault) : "wrongCredentials";
  // Where no directory looked at the password, nothing was tried.
  throw refusals.some((reason) => UNTOLD.includes(reason)) ? await failedAttempt(at, key) : new AppError(key);
}

/** Whom a directory proves, or why not. */
async function ask(
  channel: OpenChannel,
  { username, password }: LoginInput,
  request: RequestMeta,
): Promise<OutsideIdentity | ChannelReason> {
  try {
    const identity = await (await passwordDriver()).check(channel, username, password);
    return identity ? whole(identity) : "wrongPassword";
  } catch (error) {
    const known = asChannelError(error, request.requestId);
    if (known instanceof ChannelError) return known.reason;
    throw known;
  }
}

interface Try {
  input: LoginInput;
  at: Attempt;
  request: RequestMeta;
}

/** The password fits: the second factor of an account that has one, then the session. */
async function enter(channel: OpenChannel, identity: OutsideIdentity, { input, at, request }: Try) {
  const bound = await findBoundPerson(db(), identity.issuer, identity.subject);
  // Guesses at a code count under the account here: the directory may know it by several names.
  const own = bound?.status === "enabled" ? { ...at, account: bound.account } : null;
  const factor = bound && own && (await passSecondFactor(bound.userId, input.otp, own));
  if (factor && "refused" in factor) {
    if (factor.guessed) {
      await recordChannelLogin(channel, request, { ok: false, reason: "wrongPassword", account: at.account });
    }
    throw factor.refused;
  }
  try {
    const session = await signIn(channel, identity, request);
    await clearAttempts(db(), at.account, request.address);
    return session;
  } catch (error) {
    const known = asChannelError(error, request.requestId);
    if (!(known instanceof ChannelError)) throw known;
    await recordChannelLogin(channel, request, { ok: false, reason: known.reason, account: at.account });
    if (UNTOLD.includes(known.reason)) throw await failedAttempt(at, "wrongCredentials");
    throw new AppError(toldKey(known.reason), { cause: known });
  }
}
