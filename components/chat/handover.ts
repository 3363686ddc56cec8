import type { ReaderAction, ReaderSelection } from "@/components/reader/reader";
import type { MessagePart } from "@/lib/stream/parts";

/** What a new conversation begins with, taken along from the screen it was begun on. */
export interface Handover {
  question?: string;
  /** The model the question goes to. */
  modelId?: string | null;
  /** Files that go along, read already. */
  files?: readonly Extract<MessagePart, { type: "file" }>[];
  action?: ReaderAction;
  words?: ReaderSelection;
  /** The document in view, and which page, slide or sheet of it. */
  place?: { versionId: string; part?: number };
}

const PREFIX = "draft:handover:";

/** Kept for this tab until the conversation opens; logging out clears it with the drafts. */
export function saveHandover(chatId: string, handover: Handover): void {
  if (!handover.question && !handover.words && !handover.place) return;
  try {
    window.sessionStorage.setItem(PREFIX + chatId, JSON.stringify(handover));
  } catch {
    // Storage refused: the conversation opens without it.
  }
}

export function takeHandover(chatId: string): Handover | null {
  try {
    const stored = window.sessionStorage.getItem(PREFIX + chatId);
    window.sessionStorage.removeItem(PREFIX + chatId);
    return stored ? (JSON.parse(stored) as Handover) : null;
  } catch {
    return null;
  }
}
