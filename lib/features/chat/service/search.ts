import "server-only";
import { db } from "@/db/client";
import { searchChats } from "@/db/queries/chat-search";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { P } from "@/lib/permissions/codes";
import type { FoundChatDto } from "../dto";

/** Own chats, archived ones too, whose title or messages hold the words. */
export async function searchSessions(actor: Actor, keyword: string): Promise<{ items: FoundChatDto[] }> {
  requirePermission(actor, P.CHAT);
  const chats = new Map<string, FoundChatDto>();
  for (const row of await searchChats(db(), actor.id, keyword)) {
    let chat = chats.get(row.session_id);
    if (!chat) {
      const { session_id: id, title, archived } = row;
      chat = { id, title, archived, lastMessageAt: iso(row.last_message_at), messages: [], total: row.total ?? 0 };
      chats.set(id, chat);
    }
    if (row.message_id && row.role) {
      const excerpt = plainExcerpt(row.excerpt ?? "");
      chat.messages.push({ id: row.message_id, role: row.role, excerpt, createdAt: iso(row.created_at) });
    }
  }
  return { items: [...chats.values()] };
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
