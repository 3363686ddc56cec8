import type { Citation } from "./dto";

type Cited = Pick<Citation, "versionId" | "from" | "to" | "picture">;

/** The same for citations of the very same words, or of the same picture. */
export const spanKey = ({ versionId, from, to, picture }: Cited): string =>
  `${versionId} ${from} ${to} ${picture?.name ?? ""}`;

/** One citation for each span, the first of it: what people count, step through and see a number of. */
export function spansOf<One extends Cited>(citations: readonly One[]): One[] {
  const seen = new Set<string>();
  return citations.filter((citation) => seen.size < seen.add(spanKey(citation)).size);
}
