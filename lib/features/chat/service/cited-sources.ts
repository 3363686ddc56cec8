import "server-only";
import type { Citation } from "@/lib/citations/types";
import type { Grounding } from "@/lib/grounding/grounding";
import type { MessagePart, SupportData } from "@/lib/stream/parts";
import { fileSupport } from "./files";
import type { AnswerSources } from "./work";

type CitationPart = Extract<MessagePart, { type: "citation" }>;

/**
 * What an answer cites of the files it read: marks in its words, citations and their support beside them. An answer that
 * goes on keeps what it cited before.
 */
export function citedSources(grounding: Grounding | null, earlier: readonly MessagePart[] = []): AnswerSources | null {
  const kept = earlier.filter((part): part is CitationPart => part.type === "citation");
  const former = earlier.find((part) => part.type === "support")?.support;
  if (!grounding && kept.length === 0) return null;
  grounding?.goOnAfter(Math.max(0, ...kept.map(({ citation }) => citation.id)));
  return {
    kept: kept.map(({ citation }) => citation),
    listen: (onCitation: (citation: Citation) => void) => {
      if (grounding) grounding.onCitation = onCitation;
    },
    push: (delta) => (grounding ? grounding.push(delta) : delta),
    end: () => grounding?.end() ?? "",
    settled: async () => {
      const citations = [...kept.map(({ citation }) => citation), ...((await grounding?.settled()) ?? [])];
      const support = joined(former, grounding ? await fileSupport(grounding) : undefined);
      return { citations, support };
    },
  };
}

function joined(former: SupportData | undefined, more: SupportData | undefined): SupportData | undefined {
  if (!former || !more) return more ?? former;
  return {
    cited: former.cited + more.cited,
    supported: former.supported + more.supported,
    unsupported: [...former.unsupported, ...more.unsupported],
    judgedBy: more.judgedBy,
  };
}
