import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { REVIEW_COPY_MAX } from "@/lib/config/review-kinds";
import type { StreamHandlers } from "@/lib/models/types";
import { ReviewedStream } from "./matcher";
import { hitOf, noteHit, type ReviewHit, type ReviewPlace } from "./review";
import { type ReviewRules, reviewRules } from "./rules";

/**
 * Stands between a model and its reader: words that may still become a keyword wait, and a keyword ends the answer, however it
 * is cut into pieces (spec K7). One guard serves all calls of an answer, so a keyword is found across them too.
 */
export class OutputGuard {
  hit: ReviewHit | null = null;
  private readonly text: ReviewedStream;
  private readonly reasoning: ReviewedStream;
  private readonly calls: ReviewedStream;
  /** The beginning of what was said, for the audit copy. */
  private said = "";

  constructor(
    private readonly rules: ReviewRules,
    private readonly actor: Actor,
    private readonly place: ReviewPlace,
  ) {
    this.text = new ReviewedStream(rules.output);
    this.reasoning = new ReviewedStream(rules.output);
    this.calls = new ReviewedStream(rules.output);
  }

  /** Handlers that hear what may be shown; `onHit` ends the call. */
  before(handlers: StreamHandlers, onHit: () => void): StreamHandlers {
    const told = (piece: string, stream: ReviewedStream, give: (piece: string) => void) => {
      if (this.hit) return;
      const shown = this.look(stream, piece);
      if (shown) give(shown);
      if (this.hit) onHit();
    };
    return {
      onText: (delta) => told(delta, this.text, (shown) => handlers.onText(shown)),
      onReasoning: (delta) => told(delta, this.reasoning, (shown) => handlers.onReasoning(shown)),
      onToolCall: (call) => {
        this.look(this.calls, call.argumentsDelta);
        if (this.hit) onHit();
        else handlers.onToolCall?.(call);
      },
    };
  }

  /** The call has ended: what waited is no keyword. */
  end(handlers: StreamHandlers): void {
    if (this.hit) return;
    const [reasoning, text] = [this.reasoning.end(), this.text.end()];
    if (reasoning) handlers.onReasoning(reasoning);
    if (text) handlers.onText(text);
  }

  /** A text that is there whole, as what a tool answered; whether it may be shown. */
  allows(text: string): boolean {
    if (this.hit) return false;
    const match = this.rules.output.find(text);
    if (match) this.note(match, text);
    return !match;
  }

  private look(stream: ReviewedStream, piece: string): string {
    if (this.said.length < REVIEW_COPY_MAX) this.said += piece;
    const shown = stream.push(piece);
    if (stream.match && !this.hit) this.note(stream.match, this.said);
    return shown;
  }

  private note(match: NonNullable<ReviewedStream["match"]>, text: string): void {
    this.hit = hitOf(this.rules, match, "output");
    noteHit(this.actor, this.hit, this.place, text);
  }
}

/** The guard of an answer; null where no rule looks at answers. */
export async function outputGuard(actor: Actor, place: ReviewPlace): Promise<OutputGuard | null> {
  const rules = await reviewRules(place.reviewRules);
  return rules.output.isEmpty ? null : new OutputGuard(rules, actor, place);
}
