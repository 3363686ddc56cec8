import "server-only";
import { conversationFile, type FileChoice } from "@/lib/answers/export/file";
import type { Actor } from "@/lib/auth/actor";
import { areaTexts } from "@/lib/i18n/translate";
import { readBranch } from "@/lib/stream/messages";
import { kindOf } from "./kinds";
import { ownConversation } from "./messages";

/** The branch in view of an own conversation as a file, its citations as footnotes (spec D4). Throws notFound. */
export async function exportConversation(actor: Actor, id: string, file: FileChoice): Promise<Response> {
  const conversation = await ownConversation(actor, id);
  const [documents = [], { items: messages }, t] = await Promise.all([
    kindOf(conversation.area).about?.(actor, id),
    readBranch(conversation),
    areaTexts(file.locale, "documents-output"),
  ]);
  return conversationFile(actor, { title: conversation.title || t("untitled"), documents, messages }, file);
}
