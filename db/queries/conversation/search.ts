import { sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { likePattern } from "../../like";

/** Messages shown of one chat, and chats of one search. */
const PER_CHAT = 3;
const CHATS_MAX = 30;
/** Characters of an excerpt before the words that were found, and in all. */
const BEFORE = 40;
const EXCERPT = 160;

const BEGINNING = new Date(0);

export interface ChatHitRow {
  session_id: string;
  kind: string;
  title: string;
  archived: boolean;
  last_message_at: Date | string;
  message_id: string | null;
  role: "user" | "assistant" | null;
  excerpt: string | null;
  created_at: Date | string | null;
  total: number | null;
}

/**
 * Own conversations of some kinds whose title or messages hold the words, the last used first, each with its newest messages that do.
 * Only what was said counts: thinking and tools are left out, and temporary chats altogether.
 */
export async function searchChats(
  db: Queryable,
  userId: string,
  { kinds, keyword, since = BEGINNING }: { kinds: readonly string[]; keyword: string; since?: Date },
): Promise<ChatHitRow[]> {
  const pattern = likePattern(keyword);
  const result = await db.execute(sql`
    with own as (
      select id, kind, title, archived_at, last_message_at from chat_sessions
      where user_id = ${userId}::uuid and kind in ${kinds} and deleted_at is null and not is_temporary
        and last_message_at >= ${since.toISOString()}::timestamptz
    ), said as (
      select m.id, m.session_id, m.role, m.created_at, t.text
      from own join chat_messages m on m.session_id = own.id
      cross join lateral (
        select string_agg(part->>'text', E'\n') as text from jsonb_array_elements(m.parts) part
        where part->>'type' = 'text'
      ) t
      where t.text ilike ${pattern}
    ), found as (
      select id, session_id, role, created_at,
        substring(text from greatest(1, position(lower(${keyword}) in lower(text)) - ${BEFORE}::int) for ${EXCERPT}::int)
          as excerpt,
        row_number() over (partition by session_id order by id desc) as place,
        count(*) over (partition by session_id) as total
      from said
    ), chats as (
      select own.* from own
      where own.title ilike ${pattern} or exists (select 1 from found where found.session_id = own.id)
      order by own.last_message_at desc, own.id desc limit ${CHATS_MAX}::int
    )
    select chats.id as session_id, chats.kind, chats.title, chats.archived_at is not null as archived, chats.last_message_at,
      found.id as message_id, found.role, found.excerpt, found.created_at, found.total::int as total
    from chats left join found on found.session_id = chats.id and found.place <= ${PER_CHAT}::int
    order by chats.last_message_at desc, chats.id desc, found.place`);
  return result.rows as unknown as ChatHitRow[];
}
