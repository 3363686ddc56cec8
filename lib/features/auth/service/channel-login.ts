import "server-only";
import { db } from "@/db/client";
import { findChannelRow } from "@/db/queries/login-channels/channels";
import type { RequestMeta } from "@/lib/auth/actor";
import { channelUrl, markBrowser, readBrowser } from "@/lib/auth/channels/browser";
import { ChannelError, toldKey } from "@/lib/auth/channels/errors";
import {
  beginFlow,
  completeFlow,
  type FlowEnd,
  FlowFailure,
  type FlowPurpose,
  keepTestFailure,
  receiveForm,
} from "@/lib/auth/channels/flow";
import { handoverToken } from "@/lib/auth/channels/handover";
import { asChannelError, recordChannelLogin } from "@/lib/auth/channels/sign-in";
import { detectEnvironment } from "@/lib/auth/environment";
import { safePath } from "@/lib/auth/safe-path";
import { resolveActor } from "@/lib/auth/session";
import { AppError, type ErrorKey } from "@/lib/errors/errors";

/** Sends a guest to the channel's site; a channel that cannot begin leads back to the login page with the reason. */
export async function startLogin(
  request: Request,
  channelId: string,
  redirectUrl: string | undefined,
  meta: RequestMeta,
) {
  const row = await findChannelRow(db(), channelId);
  const redirectTo = safePath(redirectUrl ?? null);
  if (!row) return redirectWith(loginAddress("channelOff", redirectTo));
  const { browser, cookie } = markBrowser(request.headers);
  const environment = detectEnvironment(meta.userAgent, request.headers.get("referer") ?? "");
  try {
    const callbackUrl = channelUrl(request, row.id, "callback");
    const { url } = await beginFlow({ row, purpose: "login", redirectTo, callbackUrl, environment, browser });
    return redirectWith(url, cookie);
  } catch (error) {
    const known = asChannelError(error, meta.requestId);
    if (known instanceof ChannelError) await recordChannelLogin(row, meta, { ok: false, reason: known.reason });
    return redirectWith(loginAddress(keyOf(known), redirectTo));
  }
}

/** The way back by GET. Ends on the login page with a one-time token of ours, or with the reason. */
export async function finishLogin(request: Request, channelId: string, meta: RequestMeta): Promise<Response> {
  const params = new URL(request.url).searchParams;
  const handle = params.get("handle");
  // The second half of a form's way back.
  if (handle !== null) params.set("state", handle);
  const browser = readBrowser(request.headers);
  const actor = await cookieActor(request, meta);
  try {
    const callbackUrl = channelUrl(request, channelId, "callback");
    const back = { channelId, params, callbackUrl, request: meta };
    return redirectWith(await completeFlow(back, browser, actor, (end) => addressAfter(end, browser ?? "")));
  } catch (error) {
    return failed(error, meta);
  }
}

/** The way back by a form: another site's page posts it, so our cookies stay behind; the browser comes again by GET. */
export async function receiveLogin(request: Request, channelId: string, params: URLSearchParams, meta: RequestMeta) {
  try {
    const callbackUrl = channelUrl(request, channelId, "callback");
    const { handle } = await receiveForm({ channelId, params, callbackUrl, request: meta });
    return redirectWith(`/api/public/login/${channelId}/callback?handle=${handle}`);
  } catch (error) {
    return failed(error, meta);
  }
}

/** Who is signed in at this browser, by the cookie alone. */
async function cookieActor(request: Request, meta: RequestMeta) {
  const headers = new Headers(request.headers);
  headers.delete("authorization");
  return (await resolveActor(headers, meta))?.actor ?? null;
}

async function addressAfter(end: FlowEnd, browser: string): Promise<string> {
  if (end.purpose !== "login") return resultAddress(end.purpose, end.redirectTo, "flowId" in end ? end.flowId : "done");
  const { userId, channel, redirectTo } = end;
  const jwt = await handoverToken({ userId, channelId: channel.id, kind: channel.kind, browser });
  const query = new URLSearchParams({ jwt });
  if (redirectTo !== "/") query.set("redirectUrl", redirectTo);
  return `/login?${query}`;
}

async function failed(error: unknown, meta: RequestMeta): Promise<Response> {
  const { flow, channel, error: cause } = error instanceof FlowFailure ? error : new FlowFailure(null, null, error);
  const known = asChannelError(cause, meta.requestId);
  const key = keyOf(known);
  if (channel && known instanceof ChannelError) {
    if (flow?.purpose === "test") {
      await keepTestFailure(flow.id, channel.version, known.reason);
      return redirectWith(resultAddress("test", flow.redirectTo, flow.id));
    }
    await recordChannelLogin(channel, meta, { ok: false, reason: known.reason });
  }
  if (flow && flow.purpose !== "login") return redirectWith(resultAddress("failed", flow.redirectTo, key));
  return redirectWith(loginAddress(key, flow?.redirectTo ?? "/"));
}

function keyOf(error: ChannelError | AppError): ErrorKey {
  return error instanceof AppError ? error.key : toldKey(error.reason);
}

function loginAddress(failed: ErrorKey, redirectTo: string): string {
  const query = new URLSearchParams({ failed });
  if (redirectTo !== "/") query.set("redirectUrl", redirectTo);
  return `/login?${query}`;
}

/** Back to the page a link or a test began on, which reads the outcome from its address. */
function resultAddress(name: FlowPurpose | "failed", page: string, value: string): string {
  const url = new URL(page, "http://base.invalid");
  url.searchParams.set(name, value);
  return url.pathname + url.search;
}

/** Found elsewhere by GET, whatever the method was. */
function redirectWith(location: string, cookie?: string): Response {
  const headers = new Headers({ location });
  if (cookie) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
