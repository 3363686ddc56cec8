import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Citation, ResolvedCitation } from "@/lib/citations/dto";
import { resolvedQuery } from "@/lib/features/reader/hooks";
import type { Mark } from "./types";

/** What may be said about the active citation instead of, or beside, its mark. */
export type CitationState = ResolvedCitation["state"] | "checking" | "unchecked";

/** The marks of a version, each of them confirmed by the server: what is not found is never marked (spec D3). */
export function useCitations(citations: readonly Citation[], versionId: string, activeId: number | null) {
  const { data: resolved, isError, refetch } = useQuery(resolvedQuery(citations));
  const confirmed = useMemo(
    () =>
      citations.flatMap(({ id, number, from, to, picture }) => {
        const state = resolved?.get(id);
        if (!picture && from >= to) return [];
        if (state?.state !== "exact" && state?.state !== "moved") return [];
        if (state.versionId !== versionId || (!picture && state.from >= state.to)) return [];
        return [
          {
            id,
            number,
            from: state.from,
            to: state.to,
            ...(picture && { picture: picture.name, part: state.place.part }),
          },
        ];
      }),
    [citations, resolved, versionId],
  );
  const marks = useMemo<Mark[]>(
    () => confirmed.map((mark) => ({ ...mark, isActive: mark.id === activeId })),
    [confirmed, activeId],
  );
  const active = citations.find(({ id }) => id === activeId);
  const answer = active && resolved?.get(active.id);
  const state: CitationState | null = !active
    ? null
    : isError
      ? "unchecked"
      : !answer
        ? "checking"
        : !active.picture && active.from >= active.to && answer.state !== "gone"
          ? "lost"
          : answer.state;
  return { marks, active, state, recheck: refetch };
}
