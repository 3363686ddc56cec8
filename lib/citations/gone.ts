import "server-only";
import { db } from "@/db/client";
import { listAnsweringPairs, listReadableVersions, listUsableBases } from "@/db/queries/citations/citations";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import type { MessagePart } from "@/lib/stream/parts";
import type { Citation } from "./dto";

/** Words of files stay with a message: in its citations, in what it was about, and in what its steps found. */
export function versionsOf(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === "citation") return [part.citation.versionId];
    if (part.type === "quote") return [part.versionId];
    if (part.type === "pages") return part.pages.flatMap(({ versionId }) => versionId ?? []);
    if (part.type === "steps")
      return part.steps.flatMap(({ found = [] }) => found.flatMap((one) => one.versionId ?? []));
    return [];
  });
}

/** Bases a question is put to. */
export const baseIdsOf = (parts: readonly MessagePart[]): string[] =>
  parts.flatMap((part) => (part.type === "base" ? [part.baseId] : []));

/** Pairs of question and answer that were the answer. */
export const qaIdsOf = (parts: readonly MessagePart[]): string[] =>
  parts.flatMap((part) => (part.type === "curated" ? [part.curated.qaId] : []));

type Message = { parts: readonly MessagePart[] };

/** Those of some versions that were deleted, or that somebody may not read, now. */
export async function goneAmong(actor: Actor, versionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const readable = new Set(await listReadableVersions(db(), readerOf(actor), versionIds));
  return new Set(versionIds.filter((id) => !readable.has(id)));
}

/** Versions, bases and pairs of question and answer messages name that are gone for somebody now. */
export async function goneVersions(actor: Actor, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const [gone, bases, pairs] = await Promise.all([
    goneAmong(actor, [...new Set(messages.flatMap(({ parts }) => versionsOf(parts)))]),
    basesGone(actor, [...new Set(messages.flatMap(({ parts }) => baseIdsOf(parts)))]),
    pairsGone(actor, [...new Set(messages.flatMap(({ parts }) => qaIdsOf(parts)))]),
  ]);
  return gone.union(bases).union(pairs);
}

async function basesGone(actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const usable = new Set(await listUsableBases(db(), readerOf(actor), ids));
  return new Set(ids.filter((id) => !usable.has(id)));
}

async function pairsGone(actor: Actor, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const answering = new Set(await listAnsweringPairs(db(), readerOf(actor), ids));
  return new Set(ids.filter((id) => !answering.has(id)));
}

/** A citation whose words and name nobody is to see; the place it stands at stays. */
export function withoutWords({ rects: _rects, picture: _picture, ...citation }: Citation): Citation {
  return { ...citation, fileName: "", quote: "", quoteHash: "" };
}

/** A message's parts without names and words of versions and bases that are gone; what the answer itself says stays. */
export function withoutGone(parts: readonly MessagePart[], gone: ReadonlySet<string>): MessagePart[] {
  if (gone.size === 0) return [...parts];
  return parts.map((part): MessagePart => {
    if (part.type === "citation" && gone.has(part.citation.versionId))
      return { ...part, citation: withoutWords(part.citation) };
    if (part.type === "quote" && gone.has(part.versionId)) return { ...part, text: "", fileName: "" };
    if (part.type === "base" && gone.has(part.baseId)) return { ...part, name: "" };
    if (part.type === "curated" && gone.has(part.curated.qaId))
      return { ...part, curated: { ...part.curated, question: "", author: "" } };
    if (part.type === "pages")
      return {
        ...part,
        pages: part.pages.map((page) =>
          page.versionId && gone.has(page.versionId) ? { ...page, address: "", title: "" } : page,
        ),
      };
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
