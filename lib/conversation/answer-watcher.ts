import type { MessagePart } from "@/lib/stream/parts";

/**
 * An area that counts answers of whatever conversation. Exported from `answer-watcher.ts` of the area's folder, found by
 * `npm run generate`.
 */
export interface AnswerWatcher {
  /** Whether an answer with these parts is any of its business: nothing is read for the others. */
  concerns: (parts: readonly MessagePart[]) => boolean;
  /** An answer has ended and is stored, or its asker rated it. It may be told more than once, and of one it does not know. */
  changed: (messageId: string) => Promise<void>;
}
