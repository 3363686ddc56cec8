import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { QUESTION_SOURCES } from "@/lib/generated/question-sources";
import type { MessagePart } from "@/lib/stream/parts";
import type { Working } from "./kind";
import type {
  Audience,
  FoundPassages,
  NamableSource,
  PassagesWish,
  Reaching,
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

/** Whom of an app's users those bases answer that the actor may use. */
export function reachOfBases(actor: Actor, ids: readonly string[], audience: Audience): Promise<Reaching[]> {
  return bases().reaching(actor, ids, audience);
}

/** Shows a base to the users of an app. Throws notFound, noPermission. */
export function openBaseTo(actor: Actor, id: string, audience: Audience): Promise<void> {
  return bases().openTo(actor, id, audience);
}

/** Tells whoever may show a base that the users of an app need it. Throws notFound. */
export function askToOpenBase(actor: Actor, id: string, audience: Audience, app: string): Promise<void> {
  return bases().askToOpen(actor, id, audience, app);
}
