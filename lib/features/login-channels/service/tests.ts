import "server-only";
import { db } from "@/db/client";
import { findChannelRow, findFlow } from "@/db/queries/login-channels/channels";
import { listRoleChoices } from "@/db/queries/organisation/people";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertMayTry, attemptOf, failedAttempt } from "@/lib/auth/attempts";
import { channelUrl, markBrowser } from "@/lib/auth/channels/browser";
import { jwtDriver, passwordDriver } from "@/lib/auth/channels/drivers";
import { ChannelError } from "@/lib/auth/channels/errors";
import { beginFlow, readTestResult, type TestResult, whole } from "@/lib/auth/channels/flow";
import { siteOf } from "@/lib/auth/channels/openid-site";
import { outcomeOf } from "@/lib/auth/channels/outcome";
import { asChannelError } from "@/lib/auth/channels/sign-in";
import { opened } from "@/lib/auth/channels/store";
import { hasPassed, settleTest } from "@/lib/auth/channels/tested";
import type { OpenChannel, OutsideIdentity } from "@/lib/auth/channels/types";
import { detectEnvironment } from "@/lib/auth/environment";
import { type ChannelReason, isRedirectKind } from "@/lib/config/channel-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { cut } from "@/lib/text/storable";
import type { ChannelTestResult, ClaimValues, StartedTest } from "../dto";
import type { ChannelTest } from "../schema";
import { placesOf } from "./choices";
import { refused } from "./rules";

/** The console's page, where a browser that was sent away comes back to. */
const PAGE = "/system/system-manage/login-channel";
const CLAIMS_MAX = 40;
const VALUES_MAX = 20;
const VALUE_MAX = 200;

/**
 * Whether an OpenID Connect provider stands at the issuer as it is stored, and calls itself so: an address that was mistyped is
 * told when it is saved, not when somebody first signs in. Throws notFound.
 */
export async function checkSite(actor: Actor, id: string): Promise<{ problem: ChannelReason | null }> {
  requirePermission(actor, P.CONFIG_SSO);
  const channel = opened(orNotFound(await findChannelRow(db(), id)));
  if (channel.kind !== "oidc") return { problem: null };
  return siteOf(channel).then(
    () => ({ problem: null }),
    (error: unknown) => {
      const known = asChannelError(error, actor.request.requestId);
      if (known instanceof ChannelError) return { problem: known.reason };
      throw known;
    },
  );
}

/**
 * The real handshake with the settings as they are stored, on or off (spec A1). Nobody is signed in and no account is
 * made. Answers the cookie that binds the way back to the browser, where it goes to another site.
 */
export async function testChannel(
  actor: Actor,
  id: string,
  input: ChannelTest,
  request: Request,
): Promise<{ started: StartedTest; cookie?: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  const row = orNotFound(await findChannelRow(db(), id));
  const channel = opened(row);
  try {
    if (isRedirectKind(row.kind)) {
      const { browser, cookie } = markBrowser(request.headers);
      const environment = detectEnvironment(actor.request.userAgent, request.headers.get("referer") ?? "");
      const callbackUrl = channelUrl(request, id, "callback");
      const purpose = "test" as const;
      const start = { row, purpose, actorId: actor.id, redirectTo: PAGE, callbackUrl, environment, browser };
      return { started: await beginFlow(start), cookie };
    }
    const identity = whole(await provedBy(channel, actor, input));
    const outcome = await outcomeOf(db(), channel, identity);
    await settleTest(channel, actor, { outcome });
    const result = { ok: true as const, version: channel.version, identity, outcome };
    return { started: { result: await toDto(id, result, channel.version) } };
  } catch (error) {
    const known = asChannelError(error, actor.request.requestId);
    if (!(known instanceof ChannelError)) throw known;
    await settleTest(channel, actor, { reason: known.reason });
    const result = { ok: false as const, version: channel.version, reason: known.reason };
    return { started: { result: await toDto(id, result, channel.version) } };
  }
}

async function provedBy(channel: OpenChannel, actor: Actor, input: ChannelTest): Promise<OutsideIdentity> {
  const { account, password, token } = input;
  if (channel.kind === "jwt") {
    if (!token) throw refused({ token: "required" });
    // The one-time id is not used up: a test changes nothing.
    return (await (await jwtDriver()).verify(channel, token)).identity;
  }
  if (!account || !password) throw refused({ [account ? "password" : "account"]: "required" });
  // The console is no way around the limits of guessing; failures count for the tester, not for the person tried.
  const attempt = attemptOf(`test:${actor.id}`, actor.request);
  await assertMayTry(attempt);
  const identity = await (await passwordDriver()).check(channel, account, password);
  if (identity) return identity;
  const failure = await failedAttempt(attempt, "wrongCredentials");
  throw failure.key === "loginLocked" ? failure : new ChannelError("wrongPassword");
}

/** What a test at another site came to; own ones only. Throws notFound. */
export async function readTest(actor: Actor, flowId: string): Promise<ChannelTestResult> {
  requirePermission(actor, P.CONFIG_SSO);
  const flow = await findFlow(db(), flowId);
  const isOwn = flow?.purpose === "test" && flow.actorId === actor.id;
  const row = isOwn && flow.usedAt && flow.resultCipher ? await findChannelRow(db(), flow.channelId) : null;
  if (!flow?.resultCipher || !row) throw new AppError("notFound");
  return toDto(row.id, readTestResult(flow.resultCipher), row.version);
}

async function toDto(channelId: string, result: TestResult, current: number): Promise<ChannelTestResult> {
  const base = { channelId, isCurrent: result.version === current };
  if (!result.ok) return { ...base, ok: false, reason: result.reason as ChannelReason };
  const { outcome, identity } = result;
  const roles = new Map((await listRoleChoices(db())).map((role) => [role.id, role]));
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const role = roles.get(id);
      return role ? [{ name: role.name, nameEn: role.nameEn }] : [];
    });
  const [place] = await placesOf([outcome.departmentId]);
  const { account, name, email, phone } = outcome;
  return {
    ...base,
    ok: true,
    passed: hasPassed(outcome),
    problem: outcome.problem ?? null,
    exists: outcome.userId !== null,
    subject: identity.subject,
    account,
    name,
    email,
    phone,
    department: place?.name ?? null,
    roles: named(outcome.roleIds),
    removedRoles: named(outcome.removedRoleIds),
    claims: claimsOf(identity),
  };
}

/** What the other side said, within what a dialog can show. */
function claimsOf({ claims }: OutsideIdentity): ClaimValues[] {
  const short = (text: string) => (text.length > VALUE_MAX ? `${cut(text, VALUE_MAX)}…` : text);
  return Object.entries(claims)
    .slice(0, CLAIMS_MAX)
    .map(([name, values]) => ({ name: short(name), values: values.slice(0, VALUES_MAX).map(short) }));
}
