import { withoutMarks } from "@/lib/grounding/passages";
import type { ChatMessage } from "@/lib/models/types";
import type { CallTimes } from "@/lib/stream/answer-times";
import type { MessagePart } from "@/lib/stream/parts";

const GO_ON = "Go on exactly where you stopped. Repeat nothing and add no remark.";

export interface Earned {
  costMicros: number;
  currency: string;
}

/** An answer that is taken up again: what it said and used so far. */
export interface Continued extends CallTimes {
  id: string;
  /** Of the model that began it; undefined once it is gone. */
  modelId: string | undefined;
  text: string;
  parts: MessagePart[];
  inputTokens: number;
  outputTokens: number;
  cost: Earned | null;
}

/** Has a model go on with what it said. */
export function goOn(messages: readonly ChatMessage[], said: string): ChatMessage[] {
  return [...messages, { role: "assistant", content: withoutMarks(said) }, { role: "user", content: GO_ON }];
}
