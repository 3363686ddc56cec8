import "server-only";
import { db } from "@/db/client";
import { listReadableVersions } from "@/db/queries/citations/citations";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import type { MessagePart } from "@/lib/stream/parts";

/** Words of files stay with a message: in its citations, in what it was about, and in what its steps found. */
function versionsOf(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "citation") return [part.citation.versionId];
    if (part.type === "quote") return [part.versionId];
    if (part.type === "steps")
      return part.steps.flatMap(({ found = [] }) => found.flatMap((one) => one.versionId ?? []));
    return [];
  });
}

type Message = { parts: readonly MessagePart[] };

/** Versions messages name that were deleted, or that somebody may not read, now. */
export async function goneVersions(actor: Actor, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const named = [...new Set(messages.flatMap(({ parts }) => versionsOf(parts)))];
  const readable = new Set(await listReadableVersions(db(), readerOf(actor), named));
  return new Set(named.filter((id) => !readable.has(id)));
}

/** A message's parts without names and words of versions that are gone; what the answer itself says stays. */
export function withoutGone(parts: readonly MessagePart[], gone: ReadonlySet<string>): MessagePart[] {
  if (gone.size === 0) return [...parts];
  return parts.map((part): MessagePart => {
    if (part.type === "citation" && gone.has(part.citation.versionId)) {
      const { rects: _, ...citation } = part.citation;
      return { ...part, citation: { ...citation, fileName: "", quote: "", quoteHash: "" } };
    }
    if (part.type === "quote" && gone.has(part.versionId)) return { ...part, text: "", fileName: "" };
    if (part.type !== "steps") return part;
    const steps = part.steps.map(({ found, ...step }) => {
      if (!found) return step;
      return {
        ...step,
        found: found.map((one) => (one.versionId && gone.has(one.versionId) ? { ...one, text: "" } : one)),
      };
    });
    return { ...part, steps };
  });
}

/** Messages as somebody may read them now: every door that gives out stored ones passes through here. */
export async function asReadBy<T extends { parts: MessagePart[] }>(actor: Actor, messages: readonly T[]): Promise<T[]> {
  const gone = await goneVersions(actor, messages);
  return messages.map((message) => ({ ...message, parts: withoutGone(message.parts, gone) }));
}
