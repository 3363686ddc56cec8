import "server-only";
import { db } from "@/db/client";
import { findModel, updateModel } from "@/db/queries/models/models";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { CHAT_TYPES } from "@/lib/config/model-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { complete } from "@/lib/models/complete";
import { noteCheck } from "@/lib/models/health";
import { invalidateModels, loadForTrial } from "@/lib/models/registry";
import { settleFirstModel } from "@/lib/models/suppliers/first-model";
import type { ChatOptions, ChatRequest, ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import type { ModelProbeResult } from "../dto";
import {
  judgeProbe,
  PROBE_COLOURS,
  PROBE_TOOL,
  type ProbeAnswer,
  type ProbeColour,
  type Verdict,
} from "../probe-judgement";
import { PROBE_KINDS, type ProbeKind } from "../probe-kinds";
import { plainPng } from "./samples";

/** One probe waits this long at most, milliseconds. */
const PROBE_MS = 60_000;
/** Enough for a model that thinks before it answers. */
const OUTPUT_MAX = 2048;
const CITY = { city: { type: "string" } };

/** The requests of a probe, the plainer one for suppliers that refuse the first. */
function requestsOf(kind: ProbeKind, colour: ProbeColour): ChatRequest[] {
  const ask = (content: ChatRequest["messages"][number]["content"], options: ChatOptions = {}): ChatRequest => ({
    messages: [{ role: "user", content }],
    options,
  });
  switch (kind) {
    case "streaming":
      return [ask("Count from one to twenty in words.")];
    case "tool_call": {
      const parameters = { type: "object", properties: CITY, required: ["city"], additionalProperties: false };
      const tools = [{ name: PROBE_TOOL, description: "Takes the name of a city.", parameters }];
      const question = `Call ${PROBE_TOOL} with the capital of France.`;
      // Models that think often refuse to be forced.
      return [{ name: PROBE_TOOL } as const, "auto" as const].map((toolChoice) => ({
        ...ask(question, { toolChoice }),
        tools,
      }));
    }
    case "visual": {
      const dataUrl = `data:image/png;base64,${plainPng(PROBE_COLOURS[colour].rgb).toString("base64")}`;
      const text = "Which colour fills this picture: red, green, blue or yellow? Answer with that one word.";
      return [
        ask([
          { type: "text", text },
          { type: "image", dataUrl },
        ]),
      ];
    }
    case "reasoning": {
      const question =
        "A bat and a ball cost 1.10 together; the bat costs 1 more than the ball. What does the ball cost?";
      return [ask(question, { reasoningEffort: "low" }), ask(question)];
    }
    case "json_schema": {
      const properties = { ...CITY, population: { type: "integer" } };
      const schema = { type: "object", properties, required: ["city", "population"], additionalProperties: false };
      return [
        ask("Paris has about two million people.", {
          responseFormat: { type: "json_schema", name: "city", schema, strict: true },
        }),
      ];
    }
  }
}

/**
 * Finds out what a chat model can do by asking it: small, real, metered calls. Results are stored beside the model and
 * change nothing else; what could not be found out keeps its old result. Throws notFound, modelNotForChat, limits.
 */
export async function probeModel(actor: Actor, id: string, signal: AbortSignal): Promise<ModelProbeResult> {
  requirePermission(actor, P.CONFIG_MODELS);
  const model = orNotFound(await loadForTrial(id));
  if (!CHAT_TYPES.includes(model.type)) throw new AppError("modelNotForChat");
  const started = performance.now();
  const verdicts = await Promise.all(
    PROBE_KINDS.map(async (kind) => [kind, await probe(actor, model, kind, signal)] as const),
  );
  if (signal.aborted) throw new AppError("interrupted");
  const at = new Date();
  const sure = verdicts.filter(([, { result }]) => result !== "unsure");
  const found = Object.fromEntries(
    sure.map(([kind, { result, detail, error }]) => [
      kind,
      { ok: result === "ok", at: at.toISOString(), ...(detail ? { detail } : {}), ...(error ? { error } : {}) },
    ]),
  );
  const error = sure.length > 0 ? null : (verdicts.find(([, verdict]) => verdict.error)?.[1].error ?? null);
  const probes = await store(actor, id, { found, error, at, latencyMs: Math.round(performance.now() - started) });
  const unsure = Object.fromEntries(
    verdicts.flatMap(([kind, { result, error: why, detail }]) =>
      result === "unsure" ? [[kind, { error: why, detail }]] : [],
    ),
  );
  return { probes, unsure };
}

async function store(
  actor: Actor,
  id: string,
  {
    found,
    error,
    at,
    latencyMs,
  }: { found: ModelProbeResult["probes"]; error: string | null; at: Date; latencyMs: number },
) {
  const probes = await db().transaction(async (tx) => {
    const before = orNotFound(await findModel(tx, id));
    const merged = { ...before.probes, ...found };
    await updateModel(tx, id, { probes: merged });
    await noteCheck(tx, id, { error, at, latencyMs });
    await settleFirstModel(tx, actor);
    return merged;
  });
  invalidateModels();
  return probes;
}

async function probe(actor: Actor, model: ResolvedModel, kind: ProbeKind, signal: AbortSignal): Promise<Verdict> {
  const colours = Object.keys(PROBE_COLOURS) as ProbeColour[];
  // Any of them, so that a guess rarely passes for seeing.
  const colour = colours[Math.floor(Math.random() * colours.length)]!;
  let verdict: Verdict | undefined;
  for (const request of requestsOf(kind, colour)) {
    verdict = judgeProbe(kind, await answerTo(actor, model, request, signal), colour);
    if (verdict.error !== "supplierRefused") break;
  }
  return verdict!;
}

async function answerTo(
  actor: Actor,
  model: ResolvedModel,
  { options, ...request }: ChatRequest,
  signal: AbortSignal,
): Promise<ProbeAnswer> {
  const maxOutputTokens = Math.min(model.maxOutputTokens ?? OUTPUT_MAX, OUTPUT_MAX);
  let pieces = 0;
  const { status, error, detail, toolCalls, usage, text, reasoning } = await complete({
    actor,
    app: APP.MODEL_TEST,
    model,
    ...request,
    options: { ...options, maxOutputTokens },
    signal,
    timeoutMs: PROBE_MS,
    onText: () => {
      pieces++;
    },
  });
  return { status, error, detail, toolCalls, reasoningTokens: usage.reasoningTokens, text, pieces, reasoning };
}
