import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { passagesBlock } from "@/lib/grounding/passages";
import { CITING_RULES } from "@/lib/grounding/prompt";
import type { ChatMessage, ResolvedModel, ToolCall } from "@/lib/models/types";
import type { AnswerTimes } from "@/lib/stream/answer-times";
import { waitForConsent } from "@/lib/stream/consent";
import type { Run } from "@/lib/stream/run";
import type { AnswerWriter } from "@/lib/stream/turn";
import { cut, storableJson } from "@/lib/text/storable";
import { runOffered, runTool } from "@/lib/tools/run";
import type { AvailableTool, ToolResult } from "@/lib/tools/types";
import type { AnswerSources } from "./sources";

/** Calls of one round that are run; a model that asks for more is told so. */
const CALLS_MAX = 10;
/** Characters of a result that are kept for the reader. */
const SHOWN_MAX = 8000;
const REFUSED = "The person did not allow this call. Go on without it.";
const TOO_MANY = "Too many calls at once; this one was not run.";

interface Surroundings {
  run: Run;
  writer: AnswerWriter;
  times: AnswerTimes;
  signal: AbortSignal;
  actorNow: () => Promise<Actor>;
  model: ResolvedModel;
  sessionId: string;
  /** What the answer cites from. */
  sources: () => AnswerSources | null;
  /** Whether the review rules let a text be shown. */
  allows: (text: string) => boolean;
}

/** The tools a model asks for in one answer: shown, agreed to where they change something, run, and their results told. */
export class ToolRounds {
  /** Calls so far. */
  count = 0;

  constructor(private readonly around: Surroundings) {}

  async run(wanted: readonly ToolCall[], tools: readonly AvailableTool[]): Promise<ChatMessage[]> {
    const answers: ChatMessage[] = [];
    for (const [index, call] of wanted.entries()) {
      this.around.signal.throwIfAborted();
      const content = index < CALLS_MAX ? await this.runOne(call, tools) : TOO_MANY;
      answers.push({ role: "tool", toolCallId: call.id, content });
    }
    return answers;
  }

  /** Runs one call with the person's consent where it needs one; answers what the model is told. */
  private async runOne(call: ToolCall, tools: readonly AvailableTool[]): Promise<string> {
    const { run, writer, times, signal, model, sessionId } = this.around;
    const tool = tools.find(({ definition }) => definition.name === call.name);
    // Models number their calls anew each round; ours are told apart for the whole answer.
    const toolCallId = `call-${++this.count}`;
    const input = parsed(call.arguments);
    const title = tool?.title || undefined;
    writer.tool({ type: "tool-input-available", toolCallId, toolName: call.name, title, input, dynamic: true });
    if (tool?.confirm) {
      writer.tool({ type: "tool-approval-request", approvalId: toolCallId, toolCallId });
      const approved = await times.pausedFor(waitForConsent(run.id, toolCallId, signal));
      writer.tool({ type: "tool-approval-response", approvalId: toolCallId, approved });
      if (!approved) return REFUSED;
    }
    const confirmed = tool?.confirm ?? false;
    // What was not offered is not there, whatever the person may use elsewhere.
    const name = tool ? call.name : "";
    const ownerId = tool?.ownerId;
    const actor = await this.around.actorNow();
    const result = tool?.run
      ? await runOffered(actor, { ...tool, run: tool.run }, input, { signal, key: `${run.id}:${toolCallId}` })
      : await runTool(actor, name, input, { signal, model, sessionId, confirmed, ownerId });
    // What a tool says is an answer like any other: held back, it reaches neither the reader nor the model.
    if (!this.around.allows(result.text)) return "";
    if (result.isError) {
      writer.tool({ type: "tool-output-error", toolCallId, errorText: result.error ?? "toolFailed" });
    } else {
      const found = result.found.length > 0 ? { found: result.found } : {};
      const output = { text: shownOf(result), ms: result.durationMs, ...found };
      writer.tool({ type: "tool-output-available", toolCallId, output });
    }
    return this.told(result);
  }

  /** What the model reads: passages by numbers it can cite them by, in an answer that cites. */
  private told({ text, material, beside }: ToolResult): string {
    const passages = material && this.around.sources()?.take(material);
    return passages ? [CITING_RULES, passagesBlock(passages), beside].filter(Boolean).join("\n") : text;
  }
}

/** Passages are shown where they are cited, to whoever may read them then: an old answer keeps none of its own. */
function shownOf({ text, material, beside }: ToolResult): string {
  if (!material) return cut(text, SHOWN_MAX);
  const counts = JSON.stringify({ passages: material.passages.length, files: material.sources.length });
  return beside ? `${counts}\n${cut(beside, SHOWN_MAX)}` : counts;
}

function parsed(text: string): unknown {
  try {
    // The text holds characters that cannot be stored as escapes, which only now come out.
    return storableJson(JSON.parse(text || "{}"));
  } catch {
    // Not JSON: the check of the arguments says so to the model.
    return text;
  }
}
