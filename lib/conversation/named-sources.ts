import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { QUESTION_SOURCES } from "@/lib/generated/question-sources";
import type { MessagePart } from "@/lib/stream/parts";
import type { Working } from "./kind";
import type {
  FoundPassages,
  NamableSource,
  PassagesWish,
  SourcesAsked,
  SourcesFound,
  SourcesWish,
} from "./question-sources";

const bases = () => {
  const found = QUESTION_SOURCES.find(({ type }) => type === "base");
  if (!found) throw new Error("no area has bases");
  return found;
};

/** Bases a person may put questions to. */
export function listNamableBases(actor: Actor, wish: SourcesWish): Promise<NamableSource[]> {
  return bases().list(actor, wish);
}

/** How a question names bases. Throws notFound, noPermission; basesGone for a stored one whose bases are all gone. */
export async function partsOfBases(actor: Actor, ids: readonly string[], isNew: boolean): Promise<MessagePart[]> {
  if (ids.length === 0) return [];
  return isNew ? bases().partsOf(actor, ids) : bases().stillUsable(actor, ids);
}

/** What bases hold of a question, by the rights of the moment. Throws basesGone. */
export function findInBases(ids: readonly string[], asked: SourcesAsked, working: Working): Promise<SourcesFound> {
  return bases().find(ids, asked, working);
}

/** Passages of bases that answer a question, best first, by the rights of the moment. Throws basesGone. */
export function findPassages(actor: Actor, ids: readonly string[], wish: PassagesWish): Promise<FoundPassages> {
  return bases().passages(actor, ids, wish);
}
