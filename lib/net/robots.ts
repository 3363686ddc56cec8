import "server-only";
import robotsParser from "robots-parser";
import { fetchPage } from "./web-page";

const LIMITS = { maxBytes: 512 * 1024, ms: 10_000 };

export type Rules = ReturnType<typeof robotsParser>;

/** The rules of a site as it gives them: empty for a site without rules, null where they cannot be read just now. */
export async function fetchRobots(
  origin: string,
  signal: AbortSignal,
  beforeHop?: (url: URL) => void,
): Promise<string | null> {
  const address = `${origin}/robots.txt`;
  const answer = await fetchPage(address, { ...LIMITS, accept: "text/plain,*/*;q=0.5", signal, beforeHop });
  if (answer.kind === "page") return new TextDecoder().decode(answer.bytes);
  // A site without rules allows everything; one whose rules cannot be read just now, nothing.
  const isNone = answer.kind === "failed" && ["gone", "refused", "outside"].includes(answer.reason);
  return isNone ? "" : null;
}

/** Rules that were read before. */
export const rulesIn = (origin: string, text: string): Rules => robotsParser(`${origin}/robots.txt`, text);
