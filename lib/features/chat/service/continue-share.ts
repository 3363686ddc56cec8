import "server-only";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { ConversationDto, SharedMessageDto } from "@/lib/conversation/dto";
import { beginWith, type TakenMessage } from "@/lib/conversation/history";
import { readShare } from "@/lib/conversation/shares";
import { P } from "@/lib/permissions/codes";
import { PERSONAL } from "../conversation";

/** Messages of a shared conversation that are taken along, the last ones. */
const TAKEN_MAX = 200;

/**
 * Goes on with what a colleague shared, in an own chat: with what its reader may read of it, nothing more. Throws notFound,
 * chatLimit.
 */
export async function continueShare(actor: Actor, id: string): Promise<ConversationDto> {
  requirePermission(actor, P.CHAT);
  const share = await readShare(actor, id);
  const messages = [...share.messages];
  for (let { hasLater } = share; hasLater; ) {
    const next = await readShare(actor, id, messages.at(-1)?.id);
    messages.push(...next.messages);
    hasLater = next.hasLater;
  }
  const taken = messages.slice(-TAKEN_MAX);
  // A conversation begins with a question.
  if (taken[0]?.role === "assistant") taken.shift();
  return beginWith(actor, PERSONAL, { title: share.title, messages: taken.map(toTaken) });
}

/** The text with the names of its sources below: the numbers in it lead nowhere in another conversation. */
function toTaken({ role, text, modelName, sources }: SharedMessageDto): TakenMessage {
  const named = sources.flatMap(({ number, fileName }) => (fileName ? [`[${number}] ${fileName}`] : []));
  return { role, modelName, text: [text, named.join("  \n")].filter(Boolean).join("\n\n") };
}
