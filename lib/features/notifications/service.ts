import "server-only";
import { db } from "@/db/client";
import { listRunning } from "@/db/queries/conversation/runs";
import {
  countUnread,
  listNotifications as listRows,
  markNotificationsRead,
} from "@/db/queries/notifications/notifications";
import { listOpenTasks, type TaskRow } from "@/db/queries/tasks/tasks";
import type { Actor } from "@/lib/auth/actor";
import { isoTimes } from "@/lib/config/time";
import { conversationHref } from "@/lib/conversation/areas";
import type { NotificationPage, TaskDto } from "@/lib/features/notifications/dto";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { stopOwnRun } from "@/lib/stream/stop";
import { cancelTask as cancel } from "@/lib/tasks/tasks";

const PAGE = 20;
const TASKS_MAX = 50;

/** Own notifications in the caller's language, newest first, with the unread count (100 at most). */
export async function listNotifications(actor: Actor, locale: Locale, before?: string): Promise<NotificationPage> {
  const [rows, unread, translate] = await Promise.all([
    listRows(db(), actor.id, { before, limit: PAGE + 1 }),
    countUnread(db(), actor.id),
    areaTexts(locale, "notices"),
  ]);
  const items = rows.slice(0, PAGE).map(({ args, ...row }) => ({
    ...isoTimes(row),
    title: translate(`${row.kind}.title`, args),
    body: translate(`${row.kind}.body`, args),
  }));
  return { items, unread, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
}

/** Marks own notifications as read: those named, or all. */
export async function readNotifications(actor: Actor, ids?: string[]): Promise<void> {
  await markNotificationsRead(db(), actor.id, ids);
}

/** The person's work that is under way or waits, of every area. */
export async function listTasks(actor: Actor, locale: Locale): Promise<{ items: TaskDto[] }> {
  const [runs, tasks, translate] = await Promise.all([
    listRunning(db(), actor.id),
    listOpenTasks(db(), actor.id, TASKS_MAX),
    areaTexts(locale, "tasks"),
  ]);
  const answers = runs.map(({ id, createdAt, title, kind, sessionId }) => ({
    ...isoTimes({ id, createdAt }),
    kind: "answer",
    title: translate("answer", { title }),
    state: "running" as const,
    progress: null,
    href: conversationHref(kind, sessionId),
    cancellable: true,
  }));
  const others = tasks.map(({ id, kind, href, createdAt, ...task }) => ({
    ...isoTimes({ id, kind, href, createdAt }),
    title: translate(kind, task.titleArgs),
    state: task.status,
    progress: progressOf(task),
    cancellable: true,
  }));
  return { items: [...answers, ...others] };
}

/** Per cent; null while it cannot be known. */
function progressOf({ done, total }: Pick<TaskRow, "done" | "total">): number | null {
  return total > 0 ? Math.min(100, Math.round((done / total) * 100)) : null;
}

/** Cancels an own task. Throws notFound. */
export async function cancelTask(actor: Actor, id: string): Promise<void> {
  if (await cancel(id, { ownerId: actor.id, by: actor })) return;
  await stopOwnRun(actor.id, id);
}
