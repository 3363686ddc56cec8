import "server-only";
import { randomBytes } from "node:crypto";
import { db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import {
  type ChannelRow,
  findChannelRow,
  findOpenFlow,
  insertBinding,
  insertFlow,
  keepFlowResult,
  takeFlow,
} from "@/db/queries/login-channels/channels";
import { isRedirectKind } from "@/lib/config/channel-kinds";
import { decrypt, encrypt } from "@/lib/encryption";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { type Actor, hasPermission, type RequestMeta } from "../actor";
import type { Environment } from "../environment";
import { hashToken, randomToken } from "../tokens";
import { redirectDriver } from "./drivers";
import { ChannelError } from "./errors";
import { outcomeOf } from "./outcome";
import { labelOf, personOf } from "./sign-in";
import { opened } from "./store";
import { settleTest } from "./tested";
import type { CompleteInput, Decide, FlowSecrets, OpenChannel, OutsideIdentity } from "./types";

/** How long somebody may take at the other site, milliseconds. */
export const FLOW_MS = 10 * 60_000;
const SECRETS = "login-flow";
const RESULT = "login-flow-result";

export type FlowPurpose = "login" | "link" | "test";
type FlowRow = NonNullable<Awaited<ReturnType<typeof takeFlow>>>;

interface FlowStart {
  row: ChannelRow;
  purpose: FlowPurpose;
  /** Who links or tests. */
  actorId?: string;
  redirectTo: string;
  callbackUrl: string;
  environment: Environment;
  /** What the browser's cookie holds, or will. */
  browser: string;
}

/** Where the browser goes to; its way back is bound to it by `state` and cookie. Throws ChannelError, channelOff. */
export async function beginFlow(start: FlowStart): Promise<{ url: string }> {
  const { row, purpose } = start;
  if (!isRedirectKind(row.kind) || (purpose !== "test" && row.status !== "enabled")) throw new AppError("channelOff");
  // Letters and figures alone: not every side takes more (WeCom).
  const state = randomBytes(32).toString("hex");
  const driver = await redirectDriver(row.kind);
  const { callbackUrl, environment } = start;
  const begun = await driver.begin(opened(row), { state, callbackUrl, environment });
  await insertFlow(db(), {
    channelId: row.id,
    purpose,
    actorId: start.actorId ?? null,
    stateHash: hashToken(begun.state ?? state),
    browserHash: hashToken(start.browser),
    secretsCipher: encrypt(SECRETS, JSON.stringify(begun.secrets)),
    redirectTo: start.redirectTo,
    expiresAt: new Date(Date.now() + FLOW_MS),
  });
  return { url: begun.url };
}

export interface WayBack {
  channelId: string;
  params: URLSearchParams;
  callbackUrl: string;
  request: RequestMeta;
}

/** What a flow came to. */
export type FlowEnd =
  | { purpose: "login"; channel: OpenChannel; flowId: string; userId: string; account: string; redirectTo: string }
  | { purpose: "link"; channel: OpenChannel; redirectTo: string }
  | { purpose: "test"; channel: OpenChannel; flowId: string; redirectTo: string };

/** The flow of a way back and its channel, when it failed: where to lead the person. */
export class FlowFailure extends Error {
  constructor(
    readonly flow: { id: string; purpose: FlowPurpose; redirectTo: string } | null,
    readonly channel: OpenChannel | null,
    readonly error: unknown,
  ) {
    super("flow failed", { cause: error });
    this.name = "FlowFailure";
  }
}

const stateOf = (params: URLSearchParams) => params.get("state") ?? params.get("RelayState") ?? "";

/**
 * The way back by GET: bound to the browser that left, used once. `actor` is who is signed in at it, for links and
 * tests. Answers the page that `pageAfter` makes of its end. Throws FlowFailure.
 */
export async function completeFlow(
  back: WayBack,
  browser: string | null,
  actor: Actor | null,
  pageAfter: (end: FlowEnd) => Promise<string>,
): Promise<string> {
  const { row, flow } = await taken(back);
  const channel = opened(row);
  try {
    // Before anything is asked of the other side: somebody else's way back is not even tried.
    if (!browser || hashToken(browser) !== flow.browserHash) throw new ChannelError("state");
    if (flow.purpose !== "login" && actor?.id !== flow.actorId) throw new ChannelError("state");
    if (flow.purpose === "test" && !(actor && hasPermission(actor, P.CONFIG_SSO))) throw new ChannelError("state");
    const decide: Decide = async (identity) =>
      pageAfter(await settle(channel, flow, whole(identity), actor, back.request));
    if (flow.resultCipher) return await decide(proved(flow.resultCipher));
    return await (await driverOf(channel)).finish(channel, inputOf(flow, back), decide);
  } catch (error) {
    throw new FlowFailure(flow, channel, error);
  }
}

/**
 * The way back by a form of another site (SAML), which brings no cookie of ours along: the identity is proved and kept,
 * and the browser comes again by GET with the handle. Throws FlowFailure.
 */
export async function receiveForm(back: WayBack): Promise<{ handle: string }> {
  const { row, flow } = await taken(back);
  const channel = opened(row);
  try {
    if (flow.resultCipher) throw new ChannelError("replay");
    const identity = whole(await (await driverOf(channel)).complete(channel, inputOf(flow, back)));
    const handle = randomToken();
    await keepFlowResult(db(), flow.id, encrypt(RESULT, JSON.stringify(identity)), { stateHash: hashToken(handle) });
    return { handle };
  } catch (error) {
    throw new FlowFailure(flow, channel, error);
  }
}

async function taken({ channelId, params }: WayBack): Promise<{ row: ChannelRow; flow: FlowRow }> {
  const row = await findChannelRow(db(), channelId);
  const stateHash = hashToken(stateOf(params));
  const open = row && (await findOpenFlow(db(), row.id, stateHash));
  const isOpen = open && (open.purpose === "test" || row.status === "enabled");
  const flow = isOpen ? await takeFlow(db(), row.id, stateHash) : null;
  if (!row || !flow) throw new FlowFailure(null, row && opened(row), new ChannelError("state"));
  return { row, flow };
}

async function driverOf({ kind }: OpenChannel) {
  if (!isRedirectKind(kind)) throw new ChannelError("badConfiguration");
  return redirectDriver(kind);
}

function inputOf(flow: FlowRow, { params, callbackUrl }: WayBack): CompleteInput {
  const secrets = JSON.parse(decrypt(SECRETS, flow.secretsCipher)) as FlowSecrets;
  return { params, state: stateOf(params), callbackUrl, secrets };
}

/** What makes a key must be there and within bounds, whatever a driver says. */
export function whole(identity: OutsideIdentity): OutsideIdentity {
  const isText = (text: string) => text.length > 0 && text.length <= 255 && !/\p{Cc}/u.test(text);
  if (!isText(identity.subject) || !identity.issuer) throw new ChannelError("claims");
  return identity;
}

function proved(cipher: string): OutsideIdentity {
  return JSON.parse(decrypt(RESULT, cipher)) as OutsideIdentity;
}

async function settle(
  channel: OpenChannel,
  flow: FlowRow,
  identity: OutsideIdentity,
  actor: Actor | null,
  request: RequestMeta,
): Promise<FlowEnd> {
  const { redirectTo } = flow;
  if (flow.purpose === "test") {
    const outcome = await outcomeOf(db(), channel, identity);
    const result: TestResult = { ok: true, version: channel.version, identity, outcome };
    await keepFlowResult(db(), flow.id, encrypt(RESULT, JSON.stringify(result)));
    await settleTest(channel, actor!, { outcome });
    return { purpose: "test", channel, flowId: flow.id, redirectTo };
  }
  if (flow.purpose === "link") {
    await bindTo(actor!, channel, identity);
    return { purpose: "link", channel, redirectTo };
  }
  const { userId, account } = await personOf(channel, identity, request);
  return { purpose: "login", channel, flowId: flow.id, userId, account, redirectTo };
}

/**
 * Links an outside identity to the person who is signed in: the session proves the one side, the handshake just made the
 * other (SECURITY AU-09). Throws ChannelError(boundElsewhere).
 */
export async function bindTo(actor: Actor, channel: OpenChannel, identity: OutsideIdentity): Promise<void> {
  const { issuer, subject } = identity;
  await db().transaction(async (tx) => {
    const row = { issuer, subject, userId: actor.id, channelId: channel.id, label: labelOf(identity) };
    if (!(await insertBinding(tx, row))) throw new ChannelError("boundElsewhere");
    await insertOperation(tx, {
      actorId: actor.id,
      actorAccount: actor.account,
      action: "auth.link",
      targetType: "user",
      targetId: actor.id,
      targetName: actor.account,
      result: "success",
      after: { channel: channel.nameEn, label: row.label },
      address: actor.request.address,
      userAgent: actor.request.userAgent.slice(0, 400),
      requestId: actor.request.requestId,
    });
  });
}

/** Outcome of a test handshake (spec A1), kept with its flow until it expires. */
export type TestResult =
  | { ok: true; version: number; identity: OutsideIdentity; outcome: Awaited<ReturnType<typeof outcomeOf>> }
  | { ok: false; version: number; reason: string };

export async function keepTestFailure(flowId: string, version: number, reason: string): Promise<void> {
  const result: TestResult = { ok: false, version, reason };
  await keepFlowResult(db(), flowId, encrypt(RESULT, JSON.stringify(result)));
}

export function readTestResult(cipher: string): TestResult {
  return JSON.parse(decrypt(RESULT, cipher)) as TestResult;
}
