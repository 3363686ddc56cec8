import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { asReadBy } from "@/lib/citations/gone";
import { ownAnswer } from "@/lib/conversation/own-answer";
import { ABOUT_SEARCH } from "../../conversation";

/** A finished answer of a search of one's own with its question, as far as its pages may be read now. Throws notFound. */
export async function searchAnswer(actor: Actor, messageId: string) {
  const answer = await ownAnswer(actor, ABOUT_SEARCH, messageId);
  const [read] = await asReadBy(actor, [answer]);
  return { ...answer, parts: read!.parts };
}
export type SearchAnswer = Awaited<ReturnType<typeof searchAnswer>>;

/** What the answer cites and may still be read. */
export const citationsOf = ({ parts }: Pick<SearchAnswer, "parts">) =>
  parts.flatMap((part) => (part.type === "citation" && part.citation.quote !== "" ? [part.citation] : []));
