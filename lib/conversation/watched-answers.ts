import "server-only";
import { inBackground } from "@/lib/background";
import { ANSWER_WATCHERS } from "@/lib/generated/answer-watchers";
import type { MessagePart } from "@/lib/stream/parts";

/** Tells those who count answers of one that ended. Nobody waits for them. */
export function answerEnded(messageId: string, parts: readonly MessagePart[]): void {
  for (const watcher of ANSWER_WATCHERS) {
    if (watcher.concerns(parts)) inBackground(watcher.changed(messageId), "answer not counted", { messageId });
  }
}

/** The same of one that was rated: the caller sees it counted. */
export async function answerRated(messageId: string): Promise<void> {
  await Promise.all(ANSWER_WATCHERS.map(({ changed }) => changed(messageId)));
}
