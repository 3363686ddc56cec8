import "server-only";
import type { z } from "zod";
import type { RequestMeta } from "@/lib/auth/actor";
import { findPushingChannel } from "@/lib/auth/channels/scim-token";
import type { OpenChannel } from "@/lib/auth/channels/types";
import { knownOrigin } from "@/lib/auth/origin";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { knownFailure } from "@/lib/errors/known-failure";
import { errorText } from "@/lib/i18n/translate";
import { log } from "@/lib/log";
import { assertWritable, type Described, declarationOf, type Handler, readJson, requestMeta, sent } from "./route";
import { ScimProblem, type ScimType } from "./scim-problem";

export const SCIM_PATH = "/api/scim/v2";
export const SCIM_BODY_MAX = 1024 ** 2;
const MEDIA_TYPE = "application/scim+json";
const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

export interface ScimInput {
  request: Request;
  meta: RequestMeta;
  /** Whose people and groups the token opens. */
  channel: OpenChannel;
  /** Address of the service, without a slash at its end. */
  base: string;
  query: URLSearchParams;
}

interface ScimSpec<B extends z.ZodType | undefined, R extends z.ZodType | undefined> extends Described {
  body?: B;
  params?: R;
  run(
    input: ScimInput & {
      body: B extends z.ZodType ? z.infer<B> : undefined;
      params: R extends z.ZodType ? z.infer<R> : undefined;
    },
  ): Promise<ScimAnswer | null> | ScimAnswer | null;
}

/** Null answers 204. */
export interface ScimAnswer {
  status?: number;
  location?: string;
  resource: unknown;
}

/** A handler of SCIM 2.0: the token of one login channel comes in, errors leave in the standard's shape (RFC 7644, 3.12). */
export function scimHandler<B extends z.ZodType | undefined = undefined, R extends z.ZodType | undefined = undefined>(
  spec: ScimSpec<B, R>,
): Handler {
  const run = async (request: Request, context: { params: Promise<unknown> }): Promise<Response> => {
    const started = performance.now();
    const meta = requestMeta(request);
    let response: Response;
    try {
      const channel = await findPushingChannel(request.headers);
      if (!channel) throw new ScimProblem(401, undefined, "The token is missing or not valid.");
      countPush(channel.id);
      await assertWritable(request.method);
      const params = (spec.params && parseParams(spec.params, await context.params)) as never;
      const body = (spec.body && parseBody(spec.body, await readJson(request, SCIM_BODY_MAX, MEDIA_TYPE))) as never;
      // Without a name anybody vouches for, locations are relative.
      const base = (knownOrigin(request) ?? "") + SCIM_PATH;
      const query = new URL(request.url).searchParams;
      response = answered(await spec.run({ request, meta, channel, base, query, params, body }));
    } catch (error) {
      response = await failed(error, meta.requestId);
    }
    return sent(response, request, meta.requestId, started);
  };
  return Object.assign(run, { declaration: declarationOf({ scim: true }, spec) });
}

const PUSHES_A_MINUTE = 3000;
const MINUTE = 60_000;
const shared = globalThis as typeof globalThis & { __scimPushes?: Map<string, { since: number; count: number }> };
shared.__scimPushes ??= new Map();
const pushes = shared.__scimPushes;

/** A provider that runs wild waits. Each channel has one token, so the map stays as small as the list of channels. */
function countPush(channelId: string): void {
  const now = Date.now();
  const window = pushes.get(channelId);
  if (!window || now - window.since >= MINUTE) {
    pushes.set(channelId, { since: now, count: 1 });
    return;
  }
  if (++window.count > PUSHES_A_MINUTE) throw new AppError("tooManyRequests");
}

function parseParams(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new AppError("notFound");
  return parsed.data;
}

function parseBody(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path.join(".") ?? "";
  throw new ScimProblem(400, "invalidSyntax", path ? `The value of ${path} is not valid.` : "The body is not valid.");
}

function answered(answer: ScimAnswer | null): Response {
  if (!answer) return new Response(null, { status: 204 });
  const headers: Record<string, string> = { "content-type": MEDIA_TYPE };
  if (answer.location) headers.location = answer.location;
  return new Response(JSON.stringify(answer.resource), { status: answer.status ?? 200, headers });
}

const TYPES: Partial<Record<ErrorKey, ScimType>> = { invalidJson: "invalidSyntax", accountTaken: "uniqueness" };

async function failed(error: unknown, requestId: string): Promise<Response> {
  const { status, scimType, detail } = await problemOf(error, requestId);
  const headers: Record<string, string> = { "content-type": MEDIA_TYPE };
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="scim"';
  if (status === 429) headers["retry-after"] = "60";
  if (status === 503) headers["retry-after"] = "5";
  const body = { schemas: [ERROR_SCHEMA], status: String(status), ...(scimType ? { scimType } : {}), detail };
  return new Response(JSON.stringify(body), { status, headers });
}

async function problemOf(error: unknown, requestId: string) {
  if (error instanceof ScimProblem) return error;
  const known = knownFailure(error) ?? new AppError("unknown");
  if (known !== error) log().error({ err: error, requestId }, "push failed");
  const detail = await errorText("en_US", known.key, known.options.args ?? {});
  return { status: known.code, scimType: TYPES[known.key], detail };
}
