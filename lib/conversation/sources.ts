import "server-only";
import type { Citation } from "@/lib/citations/dto";
import type { Cited, Grounding } from "@/lib/grounding/grounding";
import type { GroundednessData, MessagePart } from "@/lib/stream/parts";

/** What turns a model's words into what is shown: its numbers become citations. */
export interface AnswerSources {
  push(delta: string): string;
  end(): string;
  /** Of an answer that is taken up again. */
  kept: readonly Citation[];
  /** Versions whose words the model was given. */
  versionIds: readonly string[];
  /** `mayRead` is asked of each version before words of it are cited. */
  listen(onCitation: (citation: Citation) => void, mayRead: (versionId: string) => Promise<boolean>): void;
  /** All citations, once the words of each were looked up. */
  settled(): Promise<Citation[]>;
  /** Which cited sentences their words bear out; undefined where nothing is cited. Comes after `settled`. */
  support(signal: AbortSignal): Promise<GroundednessData | undefined>;
}

type CitationPart = Extract<MessagePart, { type: "citation" }>;

/**
 * Marks in an answer's words, citations and their support beside them. An answer that goes on keeps what it cited before.
 * Null where nothing is or was cited.
 */
export function citedSources(
  grounding: Grounding | null,
  judge: (cited: readonly Cited[], signal: AbortSignal) => Promise<GroundednessData>,
  earlier: readonly MessagePart[] = [],
): AnswerSources | null {
  const kept = earlier.filter((part): part is CitationPart => part.type === "citation");
  const former = earlier.find((part) => part.type === "support")?.support;
  if (!grounding && kept.length === 0) return null;
  grounding?.goOnAfter(kept.map(({ citation }) => citation));
  return {
    kept: kept.map(({ citation }) => citation),
    versionIds: grounding?.versionIds ?? [],
    listen: (onCitation, mayRead) => {
      if (grounding) Object.assign(grounding, { onCitation, mayRead });
    },
    push: (delta) => (grounding ? grounding.push(delta) : delta),
    end: () => grounding?.end() ?? "",
    settled: async () => [...kept.map(({ citation }) => citation), ...((await grounding?.settled()) ?? [])],
    support: async (signal) => {
      const cited = grounding?.cited ?? [];
      return joined(former, cited.length > 0 ? await judge(cited, signal) : undefined);
    },
  };
}

/** Sources of words that are known before they are said. */
export function keptSources(kept: readonly Citation[]): AnswerSources | null {
  if (kept.length === 0) return null;
  return {
    kept,
    versionIds: [...new Set(kept.map(({ versionId }) => versionId))],
    listen: () => undefined,
    push: (delta) => delta,
    end: () => "",
    settled: async () => [...kept],
    support: async () => undefined,
  };
}

function joined(
  former: GroundednessData | undefined,
  more: GroundednessData | undefined,
): GroundednessData | undefined {
  if (!former || !more) return more ?? former;
  return {
    cited: former.cited + more.cited,
    supported: former.supported + more.supported,
    unsupported: [...former.unsupported, ...more.unsupported],
    unchecked: [...(former.unchecked ?? []), ...(more.unchecked ?? [])],
    doubts: [...(former.doubts ?? []), ...(more.doubts ?? [])],
    judgedBy: more.judgedBy,
  };
}
