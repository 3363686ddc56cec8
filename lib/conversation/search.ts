import "server-only";
import { db } from "@/db/client";
import { searchChats } from "@/db/queries/conversation/search";
import { type Actor, hasPermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { CONVERSATION_AREAS } from "./areas";
import type { FoundConversationDto } from "./dto";
import { sinceOf } from "./history";
import type { ConversationSearch } from "./history-schema";

/** Own conversations, archived ones too, whose title or messages hold the words: of one kind, or of all the caller may use. */
export async function searchConversations(
  actor: Actor,
  { keyword, kind, days }: ConversationSearch,
): Promise<{ items: FoundConversationDto[] }> {
  const kinds = CONVERSATION_AREAS.filter(({ code, permission }) =>
    kind === undefined || kind === code ? hasPermission(actor, permission) : false,
  ).map(({ code }) => code);
  if (kinds.length === 0) throw new AppError("noPermission");
  if (keyword === "") return { items: [] };
  const found = new Map<string, FoundConversationDto>();
  for (const row of await searchChats(db(), actor.id, { kinds, keyword, since: sinceOf(days) })) {
    let one = found.get(row.session_id);
    if (!one) {
      const { session_id: id, title, archived } = row;
      const lastMessageAt = iso(row.last_message_at);
      one = { id, kind: row.kind, title, archived, lastMessageAt, messages: [], total: row.total ?? 0 };
      found.set(id, one);
    }
    if (row.message_id && row.role) {
      const excerpt = plainExcerpt(row.excerpt ?? "");
      one.messages.push({ id: row.message_id, role: row.role, excerpt, createdAt: iso(row.created_at) });
    }
  }
  return { items: [...found.values()] };
}

/** A stretch of Markdown cut anywhere, as one line without its signs and the marks of citations. */
function plainExcerpt(cut: string): string {
  return cut
    .replace(/\[\^c\d*\]?/g, "")
    .replace(/\[([^\][]*)\]\([^()\s]*\)?/g, "$1")
    .replace(/(^|\s)(?:#{1,6}|>|-{3,})(?=\s)/g, " ")
    .replace(/\*\*|~~|`+/g, "")
    .replaceAll("|", " ")
    .replace(/\s+/g, " ")
    .trim();
}

const iso = (at: Date | string | null) => new Date(at ?? 0).toISOString();
