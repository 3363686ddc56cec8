import { cut } from "@/lib/text/storable";
import type { ProbeKind } from "./probe-kinds";

/** What came back of a probe's call. */
export interface ProbeAnswer {
  status: "done" | "limited" | "stopped" | "interrupted" | "failed";
  /** Key of the error catalogue. */
  error: string | null;
  /** The supplier's own words about a failure. */
  detail: string;
  text: string;
  /** Pieces the text arrived in. */
  pieces: number;
  reasoning: string;
  reasoningTokens: number;
  toolCalls: readonly { name: string; arguments: string }[];
}

/** `unsure`: the call failed for a reason that says nothing about the ability, e.g. a busy supplier. */
export interface Verdict {
  result: "ok" | "failed" | "unsure";
  error: string | null;
  detail: string;
}

export const PROBE_TOOL = "report_city";
/** Colours a picture of the probe may have, with the words that name them. */
export const PROBE_COLOURS = {
  red: { rgb: [220, 20, 20], words: /\bred\b|红/i },
  green: { rgb: [20, 160, 40], words: /\bgreen\b|绿/i },
  blue: { rgb: [30, 60, 220], words: /\bblue\b|蓝/i },
  yellow: { rgb: [250, 220, 0], words: /\byellow\b|黄/i },
} as const satisfies Record<string, { rgb: readonly [number, number, number]; words: RegExp }>;
export type ProbeColour = keyof typeof PROBE_COLOURS;

/** Refusals that speak of the request itself, so of what the model can do. */
const TELLING = new Set(["supplierRefused", "modelWrongType", "modelNotForChat"]);
const DETAIL_MAX = 200;

/** What an answer shows about an ability. */
export function judgeProbe(kind: ProbeKind, answer: ProbeAnswer, colour: ProbeColour): Verdict {
  if (answer.error) {
    const result = TELLING.has(answer.error) ? "failed" : "unsure";
    return { result, error: answer.error, detail: answer.detail };
  }
  const { ok, seen } = look(kind, answer, colour);
  // Cut off at its limit the model may only have been too slow to get there.
  const result = ok ? "ok" : answer.status === "done" ? "failed" : "unsure";
  return { result, error: null, detail: cut(seen.trim(), DETAIL_MAX) };
}

function look(kind: ProbeKind, answer: ProbeAnswer, colour: ProbeColour): { ok: boolean; seen: string } {
  const { text, pieces, reasoning, reasoningTokens, toolCalls } = answer;
  switch (kind) {
    case "streaming":
      return { ok: pieces >= 2, seen: "" };
    case "tool_call": {
      const call = toolCalls.find(({ name }) => name === PROBE_TOOL);
      return { ok: typeof fieldOf(call?.arguments, "city") === "string", seen: call?.arguments ?? text };
    }
    case "visual":
      return { ok: PROBE_COLOURS[colour].words.test(text), seen: text };
    case "reasoning":
      return { ok: reasoning.trim() !== "" || reasoningTokens > 0, seen: reasoning };
    case "json_schema": {
      const ok = typeof fieldOf(text, "city") === "string" && Number.isInteger(fieldOf(text, "population"));
      return { ok, seen: text };
    }
  }
}

function fieldOf(json: string | undefined, name: string): unknown {
  try {
    const value: unknown = JSON.parse(json ?? "");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}
